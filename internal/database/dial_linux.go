package database

import (
	"fmt"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitUnacknowledged fails a TCP connection if the peer acknowledges no data. A machine without network would
// otherwise hold requests until their deadline, and connections for minutes.
func limitUnacknowledged(network, _ string, raw syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var fault error
	err := raw.Control(func(socket uintptr) {
		fault = unix.SetsockoptInt(int(socket), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(unacknowledgedLimit.Milliseconds()))
	})
	if err == nil {
		err = fault
	}
	if err != nil {
		return fmt.Errorf("setting TCP_USER_TIMEOUT: %w", err)
	}
	return nil
}
