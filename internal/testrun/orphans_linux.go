package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// prSetChildSubreaper is from <sys/prctl.h>; package syscall lacks it.
const prSetChildSubreaper = 36

// adoptOrphans makes this process a subreaper, the parent of orphans.
func adoptOrphans() {
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0); errno != 0 {
		fmt.Fprintln(os.Stderr, "testrun: adopting orphans:", errno)
	}
}

// endOrphans ends the remaining children and waits for them, which counts their CPU time.
func endOrphans() {
	for {
		for _, pid := range children() {
			// An ended child need only be reaped.
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
				fmt.Fprintf(os.Stderr, "testrun: ending process %d: %v\n", pid, err)
			}
		}
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && err != syscall.EINTR {
			return
		}
	}
}

func children() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && parentOf(pid) == os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}

// parentOf reads the fourth field of /proc/PID/stat; the name in brackets may contain spaces and brackets.
func parentOf(pid int) int {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	rest := content[bytes.LastIndexByte(content, ')')+1:]
	fields := strings.Fields(string(rest))
	if len(fields) < 2 {
		return 0
	}
	parent, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return parent
}
