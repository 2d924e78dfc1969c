package faults

import (
	"os"
	"unsafe"

	"modernc.org/libc"
)

// The library is C in Go's clothes: pointers are numbers, memory comes from its own
// allocator, and a function's address is that of the word which points to its code.

// pointer turns an address of the library's memory into a pointer.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

// function is the address of a Go function, as the library calls it.
func function(f any) uintptr {
	type words [2]uintptr
	return (*words)(unsafe.Pointer(&f))[1]
}

// call is a function of the library by its address.
func call[F any](address uintptr) F {
	return *(*F)(unsafe.Pointer(&struct{ uintptr }{address}))
}

// allocate returns zeroed memory that the library may keep.
func allocate(tls *libc.TLS, size uintptr) uintptr {
	p := libc.Xcalloc(tls, 1, libc.Tsize_t(size))
	if p == 0 {
		panic("no memory for the VFS")
	}
	return p
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
