# How the core becomes WebAssembly. The flags work from Emscripten 3.1.6 (Debian 12) on.

# Header-only libraries of the system are copied because its include folder would shadow Emscripten's own headers. Every
# build compares the copies, since a package that comes or changes brings files older than what was compiled before.
function(ringlet_system_headers target library package)
  set(include /usr/include)
  if(NOT EXISTS ${include}/${library} AND EXISTS /usr/local/include/${library})
    set(include /usr/local/include)
  endif()
  set(copies ${CMAKE_BINARY_DIR}/include)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${include} ${include}/${library}/*)
  list(TRANSFORM headers PREPEND ${copies}/)
  add_custom_target(ringlet_copy_${library}
    COMMAND ${CMAKE_COMMAND} -DFROM=${include} -DTO=${copies} -DLIBRARY=${library} -DPACKAGE=${package}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/copy-headers.cmake
    BYPRODUCTS ${headers} COMMENT "Headers of ${library}" VERBATIM)
  add_dependencies(${target} ringlet_copy_${library})
endfunction()
ringlet_system_headers(ringlet_options tl libexpected-dev)
ringlet_system_headers(ringlet_options nlohmann nlohmann-json3-dev)
target_include_directories(ringlet_options SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/include)
target_compile_options(ringlet_options INTERFACE -msimd128)
if(RINGLET_THREADS)
  target_compile_options(ringlet_options INTERFACE -pthread)
  target_link_options(ringlet_options INTERFACE -pthread -sDEFAULT_PTHREAD_STACK_SIZE=65536)
endif()

# A page has to load all of it, so what no rank waits for is made small, and so is the rest where nothing is measured.
file(GLOB_RECURSE small_sources CONFIGURE_DEPENDS core/src/*.cpp core/json/*.cpp)
file(GLOB_RECURSE fast_sources CONFIGURE_DEPENDS core/src/call/*.cpp core/src/execute/*.cpp core/src/progress/*.cpp
  core/src/reduce/*.cpp core/src/transport/*.cpp core/src/wait/*.cpp)
file(GLOB page_sources CONFIGURE_DEPENDS wasm/*.cpp)
list(REMOVE_ITEM small_sources ${fast_sources})
list(APPEND small_sources ${page_sources})
set_source_files_properties(${small_sources} PROPERTIES COMPILE_OPTIONS -Oz)

# Emscripten 3.1.6 would use Node's fetch for a file path.
set(hide_node_fetch --pre-js ${CMAKE_CURRENT_LIST_DIR}/hide-node-fetch.js)

# A module that a page loads, with so much memory. Fixed: growth would slow every view of shared memory.
function(ringlet_wasm_module target memory)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ringlet LINKER_LANGUAGE CXX)
  target_compile_options(${target} PRIVATE -fno-exceptions)
  target_link_libraries(${target} PRIVATE ringlet_json)
  target_link_options(${target} PRIVATE -fno-exceptions --bind -sMODULARIZE -sEXPORT_ES6 -sUSE_ES6_IMPORT_META
    -sEXPORT_NAME=createRinglet -sENVIRONMENT=web,worker -sDYNAMIC_EXECUTION=0 -sFILESYSTEM=0
    -sEXPORTED_RUNTIME_METHODS=PThread -sTEXTDECODER=2 -sAUTO_JS_LIBRARIES=0)
  if(RINGLET_THREADS)
    target_link_options(${target} PRIVATE -sINITIAL_MEMORY=${memory} "SHELL:-sPTHREAD_POOL_SIZE=\"Module['poolSize']||4\"")
  else()
    target_link_options(${target} PRIVATE -sALLOW_MEMORY_GROWTH)
  endif()
endfunction()

# ringlet_wasm is the page's module. Measuring has its own, loaded when somebody measures: 8 ranks with 64 MiB in and
# out need a GiB.
function(ringlet_wasm_modules sources)
  add_library(ringlet_wasm_objects OBJECT ${sources})
  target_link_libraries(ringlet_wasm_objects PUBLIC ringlet_json)
  target_compile_options(ringlet_wasm_objects PRIVATE -fno-exceptions)
  add_library(ringlet_small OBJECT ${fast_sources})
  target_include_directories(ringlet_small PRIVATE core/include)
  target_compile_options(ringlet_small PRIVATE -Oz -fno-exceptions)
  target_link_libraries(ringlet_small PRIVATE ringlet_options)
  add_executable(ringlet_wasm $<TARGET_OBJECTS:ringlet_wasm_objects> $<TARGET_OBJECTS:ringlet_small>)
  ringlet_wasm_module(ringlet_wasm 134217728)
  target_link_options(ringlet_wasm PRIVATE -Oz -sMALLOC=emmalloc)
  if(RINGLET_THREADS)
    add_executable(ringlet_measure wasm/measure/measure.cpp $<TARGET_OBJECTS:ringlet_wasm_objects>)
    set_target_properties(ringlet_measure PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/measure)
    ringlet_wasm_module(ringlet_measure 1342177280)
    target_link_libraries(ringlet_measure PRIVATE ringlet_bench_json)
    # Too little memory is answered with a sentence.
    target_link_options(ringlet_measure PRIVATE -sABORTING_MALLOC=0)
    foreach(file index.html page.js worker.js)
      configure_file(core/bench/empty/${file} ${CMAKE_BINARY_DIR}/empty/${file} COPYONLY)
    endforeach()
    add_executable(ringlet_empty core/bench/empty/empty.cpp)
    set_target_properties(ringlet_empty PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/empty)
    ringlet_wasm_module(ringlet_empty 134217728)
    add_dependencies(ringlet_wasm ringlet_measure ringlet_empty)
    add_executable(ringlet_bench wasm/node/bench.cpp)
    target_link_libraries(ringlet_bench PRIVATE ringlet_bench_json)
    target_compile_options(ringlet_bench PRIVATE -fno-exceptions)
    target_link_options(ringlet_bench PRIVATE -fno-exceptions -sEXIT_RUNTIME -sINITIAL_MEMORY=1342177280
      -sPROXY_TO_PTHREAD "SHELL:-sPTHREAD_POOL_SIZE=9" ${hide_node_fetch})
  endif()
endfunction()

# The tests are a CommonJS script, whatever the project's package.json says of its own.
file(WRITE ${CMAKE_BINARY_DIR}/package.json "{ \"type\": \"commonjs\" }\n")

# main runs on a pthread, where joining may block. Without exceptions, as the core is.
function(ringlet_wasm_tests target)
  ringlet_system_headers(${target} doctest doctest-dev)
  target_compile_options(${target} PRIVATE -fno-exceptions)
  target_compile_definitions(${target} PRIVATE DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS)
  target_link_options(${target} PRIVATE -fno-exceptions -sEXIT_RUNTIME -sINITIAL_MEMORY=268435456 ${hide_node_fetch})
  if(RINGLET_THREADS)
    target_link_options(${target} PRIVATE -sPROXY_TO_PTHREAD -sPTHREAD_POOL_SIZE=40)
  endif()
endfunction()
