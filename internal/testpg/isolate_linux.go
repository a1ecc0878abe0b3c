package main

import "syscall"

// isolate gives the child a process group: Ctrl-C reaches only testpg, which stops all in order. The kernel signals the
// child if testpg is killed.
func isolate(as *syscall.Credential, ifWeDie syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: as, Pdeathsig: ifWeDie}
}
