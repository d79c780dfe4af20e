#[=======================================================================[.rst:
FindPica200
-----------

Finds the programs of pica200, and gives projects a function that makes shader
binaries of shaders. It takes CMake 3.20 or later. A project that has this file
in a folder ``cmake``:

.. code-block:: cmake

  list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR}/cmake)
  find_package(Pica200 REQUIRED)
  pica200_add_shader_library(scene CPP scene.hpp SOURCES lit.v.pica lit.g.pica)
  target_link_libraries(game PRIVATE scene)

Targets
^^^^^^^

``Pica200::picald``, ``Pica200::picasm``, ``Pica200::picasso``
  The programs, as far as they are found. picald has to be.

Variables
^^^^^^^^^

``Pica200_FOUND``, ``Pica200_VERSION``
  Whether picald is there, and its version.
``PICA200_PICALD_EXECUTABLE``, ``PICA200_PICASM_EXECUTABLE``, ``PICA200_PICASSO_EXECUTABLE``
  Where the programs are. Set them to choose others.

Functions
^^^^^^^^^

.. code-block:: cmake

  pica200_add_shader_library(<target>
    [OUTPUT <file>] [HEADER <file>] [CPP <file>] [C <file>]
    [COMPAT] [OPTIONS <option>...]
    [SOURCES] <file>...)

Links sources, objects, archives and lists (``.shlist``), in this order, into a
shader binary. ``OUTPUT`` names it; without, it is called ``<target>.shbin``.
``HEADER`` is a C header with the registers of the uniforms, ``CPP`` a C++17
header with the bytes of the binary and constants for what is in it, ``C`` the
same for C99. Paths of these begin at the current binary folder, those of sources at the current
source folder. ``COMPAT`` gives the bytes that picasso gives; ``OPTIONS`` go to
picald as they are.

What sources include, and the inputs that lists name, make the binary anew when
they change: picald writes a dependency file beside the binary.

``<target>`` is an interface library: what links with it is built after the
binary and finds the headers. The binary is part of ``all`` in any case. The
target's property ``PICA200_SHBIN`` is the path of the binary. Where devkitPro's
``dkp_set_target_file`` exists, the binary is registered with it, so that
``dkp_add_embedded_binary_library`` and ``dkp_install_assets`` take the target.
#]=======================================================================]

include(FindPackageHandleStandardArgs)

# With Ninja, paths of dependency files are taken as with make.
if(POLICY CMP0116)
  cmake_policy(SET CMP0116 NEW)
endif()

foreach(_pica200_program IN ITEMS picald picasm picasso)
  string(TOUPPER ${_pica200_program} _pica200_name)
  find_program(PICA200_${_pica200_name}_EXECUTABLE
    NAMES ${_pica200_program}
    # Where `cargo install` puts programs. What is in the path comes first.
    PATHS ENV CARGO_INSTALL_ROOT ENV CARGO_HOME $ENV{HOME}/.cargo
    PATH_SUFFIXES bin
    DOC "The program ${_pica200_program} of pica200")
  mark_as_advanced(PICA200_${_pica200_name}_EXECUTABLE)
endforeach()

unset(Pica200_VERSION)
if(PICA200_PICALD_EXECUTABLE)
  execute_process(
    COMMAND ${PICA200_PICALD_EXECUTABLE} --version
    OUTPUT_VARIABLE _pica200_version
    ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(_pica200_version MATCHES "^picald ([0-9.]+)")
    set(Pica200_VERSION ${CMAKE_MATCH_1})
  endif()
endif()

find_package_handle_standard_args(Pica200
  REQUIRED_VARS PICA200_PICALD_EXECUTABLE Pica200_VERSION
  VERSION_VAR Pica200_VERSION
  REASON_FAILURE_MESSAGE "picald is not in the path: install pica200 with `cargo install --locked --path cli` in its repository, or set PICA200_PICALD_EXECUTABLE")

foreach(_pica200_program IN ITEMS picald picasm picasso)
  string(TOUPPER ${_pica200_program} _pica200_name)
  if(Pica200_FOUND
      AND PICA200_${_pica200_name}_EXECUTABLE
      AND NOT TARGET Pica200::${_pica200_program})
    add_executable(Pica200::${_pica200_program} IMPORTED)
    set_property(TARGET Pica200::${_pica200_program}
      PROPERTY IMPORTED_LOCATION ${PICA200_${_pica200_name}_EXECUTABLE})
  endif()
endforeach()

# Absolute paths of `ARGN`, from a folder.
function(_pica200_absolute variable folder)
  set(paths)
  foreach(path IN LISTS ARGN)
    get_filename_component(path ${path} ABSOLUTE BASE_DIR ${folder})
    list(APPEND paths ${path})
  endforeach()
  set(${variable} ${paths} PARENT_SCOPE)
endfunction()

function(pica200_add_shader_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COMPAT" "OUTPUT;HEADER;CPP;C" "OPTIONS;SOURCES")
  if(CMAKE_VERSION VERSION_LESS 3.20)
    message(FATAL_ERROR "pica200_add_shader_library: CMake 3.20 or later is needed")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "pica200_add_shader_library: ${arg_KEYWORDS_MISSING_VALUES} without a value")
  endif()
  set(sources ${arg_UNPARSED_ARGUMENTS} ${arg_SOURCES})
  if(NOT sources)
    message(FATAL_ERROR "pica200_add_shader_library: ${target} has no sources")
  endif()
  if(NOT DEFINED arg_OUTPUT)
    set(arg_OUTPUT ${target}.shbin)
  endif()
  _pica200_absolute(sources ${CMAKE_CURRENT_SOURCE_DIR} ${sources})
  _pica200_absolute(shbin ${CMAKE_CURRENT_BINARY_DIR} ${arg_OUTPUT})
  _pica200_absolute(header ${CMAKE_CURRENT_BINARY_DIR} ${arg_HEADER})
  _pica200_absolute(cpp ${CMAKE_CURRENT_BINARY_DIR} ${arg_CPP})
  _pica200_absolute(c ${CMAKE_CURRENT_BINARY_DIR} ${arg_C})

  set(options ${arg_OPTIONS})
  if(arg_COMPAT)
    list(APPEND options --compat=picasso)
  endif()
  if(header)
    list(APPEND options --header ${header})
  endif()
  if(cpp)
    list(APPEND options --cpp ${cpp})
  endif()
  if(c)
    list(APPEND options --c ${c})
  endif()
  foreach(output IN ITEMS ${shbin} ${header} ${cpp} ${c})
    get_filename_component(folder ${output} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    list(APPEND folders ${folder})
  endforeach()
  file(RELATIVE_PATH name ${CMAKE_CURRENT_BINARY_DIR} ${shbin})

  # With makefiles, CMake (3.25) collects the dependencies of all builds in this file. A removed include would make the
  # binary anew in every build.
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(collected ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}-shbin.dir/compiler_depend.internal)
    set(forget COMMAND ${CMAKE_COMMAND} -E rm -f ${collected})
  endif()

  add_custom_command(
    OUTPUT ${shbin} ${header} ${cpp} ${c}
    ${forget}
    COMMAND Pica200::picald ${options} -MD -MF ${shbin}.d -o ${shbin} ${sources}
    # A picald that was updated makes the binary anew.
    DEPENDS ${sources} ${PICA200_PICALD_EXECUTABLE}
    DEPFILE ${shbin}.d
    COMMENT "pica200: making ${name}"
    VERBATIM)
  add_custom_target(${target}-shbin ALL DEPENDS ${shbin} ${header} ${cpp} ${c})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}-shbin)
  target_include_directories(${target} INTERFACE ${folders})
  set_target_properties(${target} PROPERTIES PICA200_SHBIN ${shbin})
  if(COMMAND dkp_set_target_file)
    dkp_set_target_file(${target} ${shbin})
  endif()
endfunction()
