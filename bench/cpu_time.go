package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is /proc's unit of CPU time.
const tick = 10 * time.Millisecond

func processorTime(processes ...int) (time.Duration, error) {
	var total time.Duration
	for _, process := range processes {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(process) + "/stat")
		if err != nil {
			return 0, fmt.Errorf("read a process's time (Linux only): %w", err)
		}
		used, err := readProcessorTime(string(stat))
		if err != nil {
			return 0, err
		}
		total += used
	}
	return total, nil
}

// readProcessorTime returns the user and system time in the content of /proc/PID/stat. The process name in it may
// contain any character.
func readProcessorTime(stat string) (time.Duration, error) {
	const userTime, systemTime = 11, 12
	fields := strings.Fields(stat[strings.LastIndex(stat, ")")+1:])
	if len(fields) <= systemTime {
		return 0, fmt.Errorf("read a process's time: too little in %q", stat)
	}
	var ticks int64
	for _, field := range []string{fields[userTime], fields[systemTime]} {
		count, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read a process's time: %w", err)
		}
		ticks += count
	}
	return time.Duration(ticks) * tick, nil
}
