//go:build unix && !linux

package main

import "syscall"

// isolate gives the child its own process group, so that Ctrl-C reaches only testpg. Only Linux can end the child if
// testpg is killed.
func isolate(as *syscall.Credential, _ syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: as}
}
