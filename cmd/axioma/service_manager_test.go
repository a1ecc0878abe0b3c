//go:build linux

package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"axioma/internal/logs"
	"axioma/internal/store/storetest"
)

// fakeManager receives the notifications to systemd.
type fakeManager struct{ *net.UnixConn }

func listenAsManager(t *testing.T, name string, interval time.Duration) fakeManager {
	t.Helper()
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := socket.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("NOTIFY_SOCKET", name)
	t.Setenv("WATCHDOG_USEC", strings.TrimSuffix(interval.String(), "ms")+"000")
	return fakeManager{socket}
}

func (m fakeManager) waitForNotification(t *testing.T, prefix string) {
	t.Helper()
	text := make([]byte, 1024)
	for {
		n, err := m.Read(text)
		if err != nil {
			t.Fatalf("waiting for %q: %v", prefix, err)
		}
		if strings.HasPrefix(string(text[:n]), prefix) {
			return
		}
	}
}

func (m fakeManager) mustReceiveNothing(t *testing.T) {
	t.Helper()
	raw, err := m.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 1024)
	err = raw.Control(func(fd uintptr) {
		n, _, err := syscall.Recvfrom(int(fd), text, syscall.MSG_DONTWAIT|syscall.MSG_PEEK)
		if !errors.Is(err, syscall.EAGAIN) {
			t.Errorf("the service manager received %q, %v; want nothing", text[:max(n, 0)], err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// socketName returns a path in a folder with a short name: Linux limits a socket's path to 107 bytes, and t.TempDir may
// be longer.
func socketName(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "axioma")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	return filepath.Join(folder, "notify")
}

var complaints = []string{"notifying the service manager failed", "watchdog setting failed"}

func TestServiceManager_StartAndStop_ReceivesStates(t *testing.T) {
	file := socketName(t)
	for _, name := range []string{file, "@" + file} {
		manager := listenAsManager(t, name, 10*time.Millisecond)
		server := serve(t, storetest.New(t).Flags()...)
		manager.waitForNotification(t, "READY=1\n")
		if status, body := fetch(t, server.url+"/api/readyz"); status != http.StatusOK {
			t.Errorf("a server that reports that it is ready returns %d %s, want 200", status, body)
		}
		manager.waitForNotification(t, "WATCHDOG=1")
		server.stop()
		manager.waitForNotification(t, "STOPPING=1\n")
		if err := server.end(); err != nil {
			t.Errorf("the server stopped with %v", err)
		}
		for _, complaint := range complaints {
			if log := server.log.String(); strings.Contains(log, complaint) {
				t.Errorf("the log must not have %q: %s", complaint, log)
			}
		}
	}
}

func TestServiceManager_Unreachable_KeepsServing(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "missing"))
	t.Setenv("WATCHDOG_USEC", "a while")
	server := serve(t, storetest.New(t).Flags()...)
	if err := server.end(); err != nil {
		t.Errorf("the server stopped with %v", err)
	}
	for _, want := range complaints {
		if log := server.log.String(); !strings.Contains(log, want) {
			t.Errorf("the log lacks %q: %s", want, log)
		}
	}
}

func TestWatchdog_UnhealthyHandler_SendsNoNotification(t *testing.T) {
	manager := listenAsManager(t, socketName(t), 10*time.Millisecond)
	calls := 0
	ctx, end := context.WithCancel(t.Context())
	runWatchdog(ctx, logs.New(t.Output(), "text", slog.LevelInfo), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/healthz" {
			t.Errorf("the watchdog calls %s, want /api/healthz, which needs no database", r.URL.Path)
		}
		manager.mustReceiveNothing(t)
		if calls++; calls < 3 {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		end()
	}))
	manager.waitForNotification(t, "WATCHDOG=1")
}
