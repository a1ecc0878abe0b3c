//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

func (p *postgres) member() string {
	return strings.TrimSuffix(filepath.Base(p.log), ".log")
}

func (p *postgres) postmaster() (int, error) {
	content, err := os.ReadFile(filepath.Join(p.data, "postmaster.pid"))
	if err != nil {
		return 0, fmt.Errorf("reading the process id of PostgreSQL: %w", err)
	}
	line, _, _ := bytes.Cut(content, []byte("\n"))
	pid, err := strconv.Atoi(string(bytes.TrimSpace(line)))
	if err != nil {
		return 0, fmt.Errorf("reading the process id of PostgreSQL: %w", err)
	}
	return pid, nil
}

func (p *postgres) killAll() error {
	if p.running == nil {
		return nil
	}
	fault := p.end(syscall.SIGKILL)
	if _, err := p.postmaster(); errors.Is(err, os.ErrNotExist) {
		return fault
	}
	return errors.Join(fault, p.signalPostgres(syscall.SIGKILL))
}

func (p *postgres) signalAll(signal syscall.Signal) error {
	return errors.Join(p.signal(signal), p.signalPostgres(signal))
}

// signalPostgres signals each process: each leads a session.
func (p *postgres) signalPostgres(signal syscall.Signal) error {
	postmaster, err := p.postmaster()
	if err != nil {
		return err
	}
	children, err := childrenOf(postmaster)
	if err != nil {
		return err
	}
	for _, pid := range append([]int{postmaster}, children...) {
		if err := syscall.Kill(pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("sending %s to PostgreSQL: %w", signal, err)
		}
	}
	return nil
}

func childrenOf(parent int) ([]int, error) {
	statuses, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, fmt.Errorf("listing the processes: %w", err)
	}
	var children []int
	for _, file := range statuses {
		content, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// The name in brackets may contain spaces; state and parent follow.
		fields := strings.Fields(string(content[bytes.LastIndexByte(content, ')')+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			if err != nil {
				return nil, fmt.Errorf("reading a process id: %w", err)
			}
			children = append(children, pid)
		}
	}
	return children, nil
}
