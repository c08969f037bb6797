;; The hot paths of the Lua engine: its allocator, and the C functions around functions of the prelude. In JavaScript, the
;; calls would cost more than the work.
(module
  (import "lua" "memory" (memory 1))
  (import "lua" "__indirect_function_table" (table 1 funcref))
  (import "lua" "realloc" (func $realloc (param i32 i32) (result i32)))
  (import "lua" "free" (func $free (param i32)))
  (import "lua" "lua_type" (func $type (param i32 i32) (result i32)))
  (import "lua" "lua_gettop" (func $gettop (param i32) (result i32)))
  (import "lua" "lua_settop" (func $settop (param i32 i32)))
  (import "lua" "lua_pushvalue" (func $pushvalue (param i32 i32)))
  (import "lua" "lua_rotate" (func $rotate (param i32 i32 i32)))
  (import "lua" "lua_callk" (func $callk (param i32 i32 i32 i32 i32)))
  (import "lua" "lua_tocfunction" (func $tocfunction (param i32 i32) (result i32)))
  (import "lua" "lua_tolstring" (func $tolstring (param i32 i32 i32) (result i32)))
  (import "lua" "lua_rawlen" (func $rawlen (param i32 i32) (result i64)))
  (import "lua" "lua_getmetatable" (func $getmetatable (param i32 i32) (result i32)))
  ;; Checks the clock. Lua can't catch what it throws.
  (import "page" "look" (func $look))

  (type $function (func (param i32) (result i32)))

  ;; End of the highest block in use since this was last set.
  (global $highest (export "highest") (mut i32) (i32.const 0))
  ;; Work until the next clock check: a block counts 1, and 1 more for each 256 bytes of it.
  (global $until (mut i32) (i32.const 1024))
  ;; The index of `finish` in the table.
  (global $finish_at (export "finish_at") (mut i32) (i32.const 0))

  ;; lua_Alloc with a cap. `heap` points to the bytes allocated by the script (negative after freeing earlier blocks) and
  ;; to the cap. Without a block, Lua passes a type tag instead of the old size.
  (func (export "allocate") (param $heap i32) (param $block i32) (param $old i32) (param $size i32) (result i32)
    (local $others i32) (local $at i32)
    (if (i32.eqz (local.get $block)) (then (local.set $old (i32.const 0))))
    (if (i32.eqz (local.get $size)) (then
      (if (local.get $block) (then (call $free (local.get $block))))
      (i32.store (local.get $heap) (i32.sub (i32.load (local.get $heap)) (local.get $old)))
      (return (i32.const 0))))
    (if (i32.gt_u (local.get $size) (local.get $old)) (then
      (global.set $until
        (i32.sub (global.get $until) (i32.add (i32.const 1) (i32.shr_u (local.get $size) (i32.const 8)))))
      (if (i32.le_s (global.get $until) (i32.const 0)) (then
        (global.set $until (i32.const 1024))
        (call $look)))
      ;; In 64 bits, so that no sum overflows.
      (if (i64.gt_s
            (i64.add
              (i64.sub (i64.load32_s (local.get $heap)) (i64.extend_i32_u (local.get $old)))
              (i64.extend_i32_u (local.get $size)))
            (i64.load32_s offset=4 (local.get $heap)))
        (then (return (i32.const 0))))))
    (local.set $at (call $realloc (local.get $block) (local.get $size)))
    (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
    (local.set $others (i32.sub (i32.load (local.get $heap)) (local.get $old)))
    (i32.store (local.get $heap) (i32.add (local.get $others) (local.get $size)))
    (if (i32.gt_u (i32.add (local.get $at) (local.get $size)) (global.get $highest))
      (then (global.set $highest (i32.add (local.get $at) (local.get $size)))))
    (local.get $at))

  ;; Calls the first upvalue with the arguments. If it waits for the host, `finish` continues.
  (func $call_upvalue (export "call_upvalue") (param $state i32) (result i32)
    (call $pushvalue (local.get $state) (i32.const -1001001))
    (call $rotate (local.get $state) (i32.const 1) (i32.const 1))
    (call $callk (local.get $state)
      (i32.sub (call $gettop (local.get $state)) (i32.const 1)) (i32.const -1) (i32.const 0) (global.get $finish_at))
    (call $gettop (local.get $state)))

  (func (export "finish") (param $state i32) (param i32) (param i32) (result i32)
    (call $gettop (local.get $state)))

  ;; Calls the second upvalue, a function of the standard library, as if it had been called directly.
  (func $call_stock (param $state i32) (result i32)
    (call_indirect (type $function) (local.get $state)
      (call $tocfunction (local.get $state) (i32.const -1001002))))

  ;; Tells whether the argument is a string or a number.
  (func $is_text (param $state i32) (param $index i32) (result i32)
    ;; LUA_TNUMBER is 3, LUA_TSTRING 4.
    (i32.le_u (i32.sub (call $type (local.get $state) (local.get $index)) (i32.const 3)) (i32.const 1)))

  ;; Tells whether all arguments from `index` on are.
  (func $are_texts (param $state i32) (param $index i32) (result i32)
    (local $top i32)
    (local.set $top (call $gettop (local.get $state)))
    (block $no
      (loop $next
        (if (i32.gt_s (local.get $index) (local.get $top)) (then (return (i32.const 1))))
        (br_if $no (i32.eqz (call $is_text (local.get $state) (local.get $index))))
        (local.set $index (i32.add (local.get $index) (i32.const 1)))
        (br $next)))
    (i32.const 0))

  ;; Tells whether the first argument is a table without a metatable.
  (func $is_plain_table (param $state i32) (result i32)
    (if (i32.ne (call $type (local.get $state) (i32.const 1)) (i32.const 5)) (then (return (i32.const 0))))
    (if (call $getmetatable (local.get $state) (i32.const 1)) (then
      (call $settop (local.get $state) (i32.const -2))
      (return (i32.const 0))))
    (i32.const 1))

  ;; Guards for library functions whose arguments may call the script back: where none can, the library's own function is
  ;; called, otherwise the prelude's.

  ;; tostring: of values without their own text or an address.
  (func (export "tostring") (param $state i32) (result i32)
    (local $type i32)
    (local.set $type (call $type (local.get $state) (i32.const 1)))
    ;; nil, boolean, number, string
    (if (i32.or
          (i32.le_u (local.get $type) (i32.const 1))
          (i32.or (i32.eq (local.get $type) (i32.const 3)) (i32.eq (local.get $type) (i32.const 4))))
      (then (return (call $call_stock (local.get $state)))))
    (call $call_upvalue (local.get $state)))

  ;; string.format: only of texts and numbers, without %p.
  (func (export "format") (param $state i32) (result i32)
    (local $at i32) (local $end i32)
    (if (i32.and
          (i32.eq (call $type (local.get $state) (i32.const 1)) (i32.const 4))
          (call $are_texts (local.get $state) (i32.const 2)))
      (then
        (local.set $at (call $tolstring (local.get $state) (i32.const 1) (i32.const 0)))
        (local.set $end
          (i32.add (local.get $at) (i32.wrap_i64 (call $rawlen (local.get $state) (i32.const 1)))))
        (block $address
          (loop $next
            (if (i32.ge_u (local.get $at) (local.get $end))
              (then (return (call $call_stock (local.get $state)))))
            (br_if $address (i32.eq (i32.load8_u (local.get $at)) (i32.const 112)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $next)))))
    (call $call_upvalue (local.get $state)))

  ;; string.gsub: only of texts and numbers.
  (func (export "texts") (param $state i32) (result i32)
    (if (call $are_texts (local.get $state) (i32.const 1))
      (then (return (call $call_stock (local.get $state)))))
    (call $call_upvalue (local.get $state)))

  ;; table.insert, remove, concat, unpack and ipairs, of a plain table.
  (func (export "plain_table") (param $state i32) (result i32)
    (if (call $is_plain_table (local.get $state))
      (then (return (call $call_stock (local.get $state)))))
    (call $call_upvalue (local.get $state))))
