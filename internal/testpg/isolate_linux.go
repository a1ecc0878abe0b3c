package main

import "syscall"

// isolate gives a child its own process group, so that Ctrl-C reaches only us and we stop things in order, and lets
// the kernel send it the signal should we be killed ourselves.
func isolate(as *syscall.Credential, ifWeDie syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: as, Pdeathsig: ifWeDie}
}
