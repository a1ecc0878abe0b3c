package main

import "syscall"

// isolate gives the child its own process group, so that Ctrl-C reaches only testpg, which stops everything in order.
// The kernel signals the child if testpg is killed.
func isolate(as *syscall.Credential, ifWeDie syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: as, Pdeathsig: ifWeDie}
}
