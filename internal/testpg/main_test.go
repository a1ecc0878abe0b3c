//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// partVariable makes the test binary run as testpg, or as the command that testpg runs.
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

// askDatabase sends an SSLRequest, which a server without TLS answers with 'N'.
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
	parsedURL, err := url.Parse(databaseURL)
	if err != nil {
		return "unreadable: " + databaseURL
	}
	return parsedURL.Host
}

// testpg returns a command that runs testpg with its own temporary folder.
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
	if err := os.Chmod(temporary, 0o755); err != nil { // user postgres needs access
		t.Fatal(err)
	}
	cmd = exec.Command(os.Args[0], append([]string{"--"}, command...)...)
	cmd.Env = append(os.Environ(), partVariable+"=testpg", "TMPDIR="+temporary)
	cmd.Stderr = t.Output()
	return cmd, temporary
}

const reportScript = "echo $" + urlVariable + `; head -n 1 "$TMPDIR"/axioma-pg-*/data/postmaster.pid; `

func readReport(t *testing.T, output io.Reader) (databaseURL string, server int) {
	t.Helper()
	if _, err := fmt.Fscanln(output, &databaseURL); err != nil {
		t.Fatalf("read the address: %v", err)
	}
	if _, err := fmt.Fscanln(output, &server); err != nil {
		t.Fatalf("read the server's process: %v", err)
	}
	return databaseURL, server
}

// assertNothingLeft checks the process, because another program may use the port by now.
func assertNothingLeft(t *testing.T, temporary string, server int) {
	t.Helper()
	remaining, err := filepath.Glob(filepath.Join(temporary, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(remaining) > 0 {
		t.Errorf("temporary files are left: %v, want none", remaining)
	}
	if err := syscall.Kill(server, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("PostgreSQL still runs as process %d: %v", server, err)
	}
}

func TestRun_Command_FindsDatabaseAndLeavesNothing(t *testing.T) {
	cmd, temporary := testpg(t, "sh", "-c", reportScript+partVariable+"=command "+os.Args[0])
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("testpg: %v", err)
	}
	databaseURL, server := readReport(t, bytes.NewReader(output))
	if !strings.HasPrefix(databaseURL, "postgres://"+tester+":") {
		t.Errorf("%s = %q, want %q at the start of it", urlVariable, databaseURL, "postgres://"+tester+":")
	}
	assertNothingLeft(t, temporary, server)
}

func TestRun_FailingCommand_ReturnsItsExitCode(t *testing.T) {
	cmd, temporary := testpg(t, "sh", "-c", reportScript+"exit 7")
	output, err := cmd.Output()
	var exitErr *exec.ExitError
	if !errors.As(err, &exitErr) || exitErr.ExitCode() != 7 {
		t.Fatalf("testpg ended with %v, want exit code 7", err)
	}
	_, server := readReport(t, bytes.NewReader(output))
	assertNothingLeft(t, temporary, server)
}

func TestRun_Signal_StopsCommandAndDatabase(t *testing.T) {
	cmd, temporary := testpg(t, "sh", "-c", reportScript+"exec sleep 3600")
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err = cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, server := readReport(t, output)
	if err = cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exitErr *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exitErr) || exitErr.ExitCode() != exitSignal+int(syscall.SIGTERM) {
		t.Errorf("testpg ended with %v, want exit code %d", err, exitSignal+int(syscall.SIGTERM))
	}
	assertNothingLeft(t, temporary, server)
}

func TestRun_NoCommand_PrintsUsage(t *testing.T) {
	cmd, _ := testpg(t)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	var exitErr *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exitErr) || exitErr.ExitCode() != exitUsage {
		t.Errorf("testpg ended with %v, want exit code %d", err, exitUsage)
	}
	if !strings.Contains(complaint.String(), "usage") {
		t.Errorf("testpg printed %q, want %q in it", complaint.String(), "usage")
	}
}
