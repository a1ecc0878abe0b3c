//go:build unix && !linux

package main

import "syscall"

// isolate gives a child its own process group, so that Ctrl-C reaches only us and we stop things in order. Only Linux
// can also end the child should we be killed ourselves.
func isolate(as *syscall.Credential, _ syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: as}
}
