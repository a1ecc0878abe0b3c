//go:build linux

package main

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const ownNetwork = "CHAOS_OWN_NETWORK"

func runInOwnNetwork(args []string) error {
	command := exec.Command("/proc/self/exe", args...)
	command.Env = append(os.Environ(), ownNetwork+"=1")
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if err := command.Run(); err != nil {
		return fmt.Errorf("running in a separate network namespace: %w", err)
	}
	return nil
}

// network connects machines by a bridge; this process is at its gateway.
type network struct {
	gateway  netip.Addr
	machines []*machine
}

// machine is a network namespace with one address and a removable cable.
type machine struct {
	address   netip.Addr
	cable     string
	namespace *os.File
}

// newNetwork returns a network, which must be closed, also with an error.
func newNetwork(machines int) (*network, error) {
	n := &network{gateway: netip.AddrFrom4([4]byte{10, 9, 0, 1})}
	err := ip("link set lo up", "link add hub type bridge", "address add "+n.gateway.String()+"/24 dev hub", "link set hub up")
	for i := 0; i < machines && err == nil; i++ {
		err = n.addMachine(i)
	}
	return n, err
}

func (n *network) addMachine(number int) error {
	m := &machine{address: netip.AddrFrom4([4]byte{10, 9, 0, byte(11 + number)}), cable: fmt.Sprintf("cable%d", number)}
	home, err := os.Open("/proc/thread-self/ns/net")
	if err != nil {
		return fmt.Errorf("opening the network of the bridge: %w", err)
	}
	homePath := fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), home.Fd())
	err = inNewNamespace(func() (err error) {
		if m.namespace, err = os.Open("/proc/thread-self/ns/net"); err != nil {
			return fmt.Errorf("opening a new network: %w", err)
		}
		return ip("link set lo up", "link add eth0 type veth peer name "+m.cable+" netns "+homePath,
			"address add "+m.address.String()+"/24 dev eth0", "link set eth0 up")
	})
	n.machines = append(n.machines, m)
	return errors.Join(err, home.Close(), ip("link set "+m.cable+" master hub up"))
}

func (n *network) close() error {
	var faults []error
	for _, m := range n.machines {
		if m.namespace != nil {
			faults = append(faults, m.namespace.Close())
		}
	}
	return errors.Join(faults...)
}

func (m *machine) endpoint(port uint16) string { return netip.AddrPortFrom(m.address, port).String() }

// unplug leaves connections open, but nothing answers.
func (m *machine) unplug() error { return ip("link set " + m.cable + " down") }

func (m *machine) plug() error { return ip("link set " + m.cable + " up") }

// run calls act in the network of the machine. Processes that act starts stay there.
func (m *machine) run(act func() error) error {
	if m == nil {
		return act()
	}
	return inNamespace(func() error { return unix.Setns(int(m.namespace.Fd()), unix.CLONE_NEWNET) }, act)
}

func inNewNamespace(act func() error) error {
	return inNamespace(func() error { return unix.Unshare(unix.CLONE_NEWNET) }, act)
}

// inNamespace locks its thread, which ends with the goroutine.
func inNamespace(enter, act func() error) error {
	result := make(chan error)
	go func() {
		runtime.LockOSThread()
		if err := enter(); err != nil {
			result <- fmt.Errorf("entering a network namespace: %w", err)
			return
		}
		result <- act()
	}()
	return <-result
}

func ip(lines ...string) error {
	for _, line := range lines {
		if output, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput(); err != nil {
			return fmt.Errorf("ip %s: %w: %s", line, err, output)
		}
	}
	return nil
}
