//go:build unix && !linux

package main

import "syscall"

// Its own process group lets Ctrl-C reach only testpg. Only Linux can end the child if testpg is killed.
func isolate(as *syscall.Credential, _ syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: as}
}
