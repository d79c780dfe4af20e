# A stand-in for what devkitPro's CMake files give a program: its libraries, and a function that makes `.3dsx` of it.

include_directories(${CMAKE_CURRENT_LIST_DIR}/libctru/include)
add_library(citro3d INTERFACE)

function(ctr_create_3dsx target)
  add_custom_command(
    OUTPUT ${target}.3dsx
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:${target}> ${target}.3dsx
    DEPENDS ${target}
    COMMENT "making ${target}.3dsx"
    VERBATIM)
  add_custom_target(${target}_3dsx ALL DEPENDS ${target}.3dsx)
endfunction()
