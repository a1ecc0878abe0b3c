//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The test binary plays the other two parts as well: testpg itself, and the command that testpg runs.
const partVariable = "TESTPG_TEST_PART"

func TestMain(m *testing.M) {
	switch os.Getenv(partVariable) {
	case "testpg":
		os.Exit(run(os.Args[1:]))
	case "command":
		os.Exit(askDatabase())
	default:
		os.Exit(m.Run())
	}
}

// askDatabase sends PostgreSQL's request for encryption, which a server without it answers with 'N'.
func askDatabase() int {
	conn, err := net.Dial("tcp", address(os.Getenv(urlVariable)))
	if err != nil {
		complain("dial: %v", err)
		return 1
	}
	if _, err := conn.Write([]byte{0, 0, 0, 8, 4, 210, 22, 47}); err != nil {
		complain("write: %v", err)
		return 1
	}
	answer := make([]byte, 1)
	if _, err := io.ReadFull(conn, answer); err != nil || answer[0] != 'N' {
		complain("answer %q, %v", answer, err)
		return 1
	}
	return 0
}

func address(databaseURL string) string {
	parsed, err := url.Parse(databaseURL)
	if err != nil {
		return "unreadable: " + databaseURL
	}
	return parsed.Host
}

// testpg prepares testpg with the given command, in a temporary folder of its own.
func testpg(t *testing.T, command ...string) (cmd *exec.Cmd, temporary string) {
	t.Helper()
	temporary, err := os.MkdirTemp("", "testpg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(temporary); err != nil {
			t.Errorf("remove %s: %v", temporary, err)
		}
	})
	if err := os.Chmod(temporary, 0o755); err != nil { // user postgres passes through it
		t.Fatal(err)
	}
	cmd = exec.Command(os.Args[0], append([]string{"--"}, command...)...)
	cmd.Env = append(os.Environ(), partVariable+"=testpg", "TMPDIR="+temporary)
	cmd.Stderr = t.Output()
	return cmd, temporary
}

func assertNothingLeft(t *testing.T, temporary, address string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(temporary, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if conn, err := net.DialTimeout("tcp", address, time.Second); err == nil {
		t.Errorf("something still listens on %s: %v", address, conn.Close())
	}
}

func TestCommandFindsDatabaseAndNothingIsLeft(t *testing.T) {
	script := "echo $" + urlVariable + "; " + partVariable + "=command " + os.Args[0]
	cmd, temporary := testpg(t, "sh", "-c", script)
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("testpg: %v", err)
	}
	databaseURL := strings.TrimSpace(string(output))
	if !strings.HasPrefix(databaseURL, "postgres://postgres:") {
		t.Errorf("%s = %q", urlVariable, databaseURL)
	}
	assertNothingLeft(t, temporary, address(databaseURL))
}

func TestFailureOfCommandIsOurs(t *testing.T) {
	cmd, temporary := testpg(t, "sh", "-c", "echo $"+urlVariable+"; exit 7")
	output, err := cmd.Output()
	var failed *exec.ExitError
	if !errors.As(err, &failed) || failed.ExitCode() != 7 {
		t.Fatalf("testpg ended with %v, want exit code 7", err)
	}
	assertNothingLeft(t, temporary, address(strings.TrimSpace(string(output))))
}

func TestSignalStopsCommandAndDatabase(t *testing.T) {
	cmd, temporary := testpg(t, "sh", "-c", "echo $"+urlVariable+"; exec sleep 60")
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err = cmd.Start(); err != nil {
		t.Fatal(err)
	}
	databaseURL, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatalf("read the address: %v", err)
	}
	if err = cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var failed *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &failed) || failed.ExitCode() != exitSignal+int(syscall.SIGTERM) {
		t.Errorf("testpg ended with %v, want exit code %d", err, exitSignal+int(syscall.SIGTERM))
	}
	assertNothingLeft(t, temporary, address(strings.TrimSpace(databaseURL)))
}

func TestWithoutCommandSaysHow(t *testing.T) {
	cmd, _ := testpg(t)
	var said bytes.Buffer
	cmd.Stderr = &said
	var failed *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &failed) || failed.ExitCode() != exitUsage {
		t.Errorf("testpg ended with %v, want exit code %d", err, exitUsage)
	}
	if !strings.Contains(said.String(), "usage") {
		t.Errorf("testpg said %q", said.String())
	}
}
