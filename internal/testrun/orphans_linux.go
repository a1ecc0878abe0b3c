package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// prSetChildSubreaper is PR_SET_CHILD_SUBREAPER of <sys/prctl.h>, which package syscall does not name.
const prSetChildSubreaper = 36

// adoptOrphans makes descendants whose parent has ended children of this process. Where the kernel refuses they go to
// init, as everywhere else.
func adoptOrphans() {
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0); errno != 0 {
		fmt.Fprintln(os.Stderr, "testrun: adopting orphans:", errno)
	}
}

// endOrphans ends and counts every child that is left.
func endOrphans() {
	for {
		for _, pid := range children() {
			// One that has ended by itself is only waiting to be counted.
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
				fmt.Fprintf(os.Stderr, "testrun: ending process %d: %v\n", pid, err)
			}
		}
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && err != syscall.EINTR {
			return
		}
	}
}

// children lists the processes whose parent is this one.
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

// parentOf reads the fourth field of /proc/PID/stat. The second is the program's name in brackets, which may hold
// spaces and brackets of its own.
func parentOf(pid int) int {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0 // it has ended
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
