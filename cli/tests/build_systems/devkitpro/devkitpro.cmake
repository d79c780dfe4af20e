# A stand-in for the CMake functions of devkitPro that have to do with shaders. Files of targets are in the property
# DKP_FILE.

function(dkp_set_target_file target file)
  set_property(TARGET ${target} PROPERTY DKP_FILE "${file}")
endfunction()

# The file of a target, or a file by its name.
function(dkp_resolve_file variable name)
  if(NOT TARGET ${name})
    set(${variable} ${CMAKE_CURRENT_SOURCE_DIR}/${name} PARENT_SCOPE)
    return()
  endif()
  get_target_property(file ${name} DKP_FILE)
  if(NOT file)
    message(FATAL_ERROR "${name} does not have a registered file")
  endif()
  set(${variable} ${file} PARENT_SCOPE)
endfunction()

function(ctr_add_shader_library target)
  set(shbin ${CMAKE_CURRENT_BINARY_DIR}/${target}.shbin)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  add_custom_command(
    OUTPUT ${shbin}
    COMMAND "${CTR_PICASSO_EXE}" -o ${shbin} ${ARGN}
    DEPENDS ${ARGN}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "making ${target}.shbin"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${shbin})
  dkp_set_target_file(${target} ${shbin})
endfunction()

# A library with the bytes of files, and a header for each.
function(dkp_add_embedded_binary_library target)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${target})
  foreach(input IN LISTS ARGN)
    dkp_resolve_file(file ${input})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    set(stem ${CMAKE_CURRENT_BINARY_DIR}/${target}/${symbol})
    add_custom_command(
      OUTPUT ${stem}.S ${stem}.h
      COMMAND sh ${CTR_BIN2S} ${file} ${symbol} ${stem}
      DEPENDS ${input} ${file}
      COMMENT "making ${symbol}"
      VERBATIM)
    list(APPEND texts ${stem}.S ${stem}.h)
  endforeach()
  add_library(${target} STATIC ${texts})
  target_include_directories(${target} INTERFACE ${CMAKE_CURRENT_BINARY_DIR}/${target})
endfunction()

# A folder of files that a program finds on the console.
function(dkp_add_asset_target target folder)
  add_custom_target(${target} ALL)
  set_property(TARGET ${target} PROPERTY DKP_FOLDER ${folder})
endfunction()

function(dkp_install_assets target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "TARGETS")
  get_target_property(folder ${target} DKP_FOLDER)
  foreach(input IN LISTS arg_TARGETS)
    dkp_resolve_file(file ${input})
    get_filename_component(name ${file} NAME)
    add_custom_command(
      OUTPUT ${folder}/${name}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${CMAKE_COMMAND} -E copy ${file} ${folder}/${name}
      DEPENDS ${input} ${file}
      COMMENT "making asset ${name}"
      VERBATIM)
    add_custom_target(${target}-${name} DEPENDS ${folder}/${name})
    add_dependencies(${target} ${target}-${name})
  endforeach()
endfunction()
