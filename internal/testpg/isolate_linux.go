package main

import "syscall"

// Its own process group lets Ctrl-C reach only testpg, which stops things in order. The kernel signals the child if
// testpg is killed.
func isolate(as *syscall.Credential, ifWeDie syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: as, Pdeathsig: ifWeDie}
}
