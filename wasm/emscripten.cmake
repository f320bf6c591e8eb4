# How the core becomes WebAssembly. The flags work from Emscripten 3.1.6 (Debian 12) on.

# Header-only libraries of the system, copied because its include folder would shadow Emscripten's own headers.
foreach(library tl doctest nlohmann)
  find_path(${library}_parent ${library} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(${library}_parent)
    file(COPY ${${library}_parent}/${library} DESTINATION ${CMAKE_BINARY_DIR}/include)
  endif()
endforeach()
target_include_directories(ringlet_options SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/include)
target_compile_options(ringlet_options INTERFACE -msimd128)
if(RINGLET_THREADS)
  target_compile_options(ringlet_options INTERFACE -pthread)
  target_link_options(ringlet_options INTERFACE -pthread -sDEFAULT_PTHREAD_STACK_SIZE=65536)
endif()

# Emscripten 3.1.6 would use Node's fetch for a file path.
set(hide_node_fetch --pre-js ${CMAKE_CURRENT_LIST_DIR}/hide-node-fetch.js)

function(ringlet_wasm_module target)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ringlet)
  target_link_libraries(${target} PRIVATE ringlet_json)
  target_compile_options(${target} PRIVATE -fno-exceptions)
  target_link_options(${target} PRIVATE -fno-exceptions --bind -sMODULARIZE -sEXPORT_ES6 -sUSE_ES6_IMPORT_META
    -sEXPORT_NAME=createRinglet -sENVIRONMENT=web,worker,node -sDYNAMIC_EXECUTION=0 -sFILESYSTEM=0
    -sEXPORTED_RUNTIME_METHODS=PThread
    ${hide_node_fetch})
  if(RINGLET_THREADS)
    # Fixed memory: growth would slow every view of shared memory.
    target_link_options(${target} PRIVATE -sINITIAL_MEMORY=134217728 "SHELL:-sPTHREAD_POOL_SIZE=\"Module['poolSize']||4\"")
  else()
    target_link_options(${target} PRIVATE -sALLOW_MEMORY_GROWTH)
  endif()
endfunction()

# The tests are a CommonJS script, whatever the project's package.json says of its own.
file(WRITE ${CMAKE_BINARY_DIR}/package.json "{ \"type\": \"commonjs\" }\n")

# main runs on a pthread, where joining may block. Without exceptions, as the core is.
function(ringlet_wasm_tests target)
  target_compile_options(${target} PRIVATE -fno-exceptions)
  target_compile_definitions(${target} PRIVATE DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS)
  target_link_options(${target} PRIVATE -fno-exceptions -sEXIT_RUNTIME -sINITIAL_MEMORY=268435456 ${hide_node_fetch})
  if(RINGLET_THREADS)
    target_link_options(${target} PRIVATE -sPROXY_TO_PTHREAD -sPTHREAD_POOL_SIZE=40)
  endif()
endfunction()
