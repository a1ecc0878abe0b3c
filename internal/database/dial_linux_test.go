package database

import (
	"io"
	"net"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestLimitUnacknowledged_TCP_SetsUserTimeout(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer closeSocket(t, listener)
	dialer := net.Dialer{Control: limitUnacknowledged}
	connection, err := dialer.DialContext(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer closeSocket(t, connection)
	raw, err := connection.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var milliseconds int
	if fault := raw.Control(func(socket uintptr) {
		milliseconds, err = unix.GetsockoptInt(int(socket), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT)
	}); fault != nil || err != nil {
		t.Fatal(fault, err)
	}
	if limit := time.Duration(milliseconds) * time.Millisecond; limit != unacknowledgedLimit {
		t.Errorf("the limit is %s, want %s", limit, unacknowledgedLimit)
	}
}

func closeSocket(t *testing.T, socket io.Closer) {
	if err := socket.Close(); err != nil {
		t.Error(err)
	}
}
