//go:build unix && !linux

package main

import "syscall"

// isolate gives the child a process group: Ctrl-C reaches only testpg. Only Linux can end the child if testpg is
// killed.
func isolate(as *syscall.Credential, _ syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: as}
}
