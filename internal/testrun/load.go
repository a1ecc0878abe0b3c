//go:build unix

package main

import (
	"crypto/sha256"
	"runtime"
	"sync/atomic"
)

// startLoad keeps the processor busy, so that tests get half of each core.
func startLoad() (end func()) {
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
