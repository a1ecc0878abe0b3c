//go:build unix

package main

import (
	"crypto/sha256"
	"runtime"
	"sync/atomic"
)

// besideLoad keeps every core busy until the function that it returns is called: what is tested gets about half of each.
func besideLoad() (end func()) {
	var over atomic.Bool
	for range runtime.NumCPU() {
		go func() {
			var sum [sha256.Size]byte
			for !over.Load() {
				sum = sha256.Sum256(sum[:])
			}
		}()
	}
	return func() { over.Store(true) }
}
