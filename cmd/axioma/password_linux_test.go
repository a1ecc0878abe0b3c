package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"axioma/internal/store/storetest"
)

type terminal struct {
	keyboard *os.File
	program  *exec.Cmd
	output   string
}

func startInTerminal(t *testing.T, args ...string) *terminal {
	t.Helper()
	keyboard := openFile(t, "/dev/ptmx")
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	screen, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := &terminal{keyboard: keyboard, program: exec.Command(os.Args[0], args...)}
	at.program.Env = append(os.Environ(), programVariable+"=1")
	at.program.Stdin, at.program.Stdout, at.program.Stderr = screen, screen, screen
	at.program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := errors.Join(at.program.Start(), screen.Close()); err != nil {
		t.Fatal(err)
	}
	return at
}

func openFile(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	return file
}

func (at *terminal) mustSee(t *testing.T, text string) {
	t.Helper()
	for begin := len(at.output); !strings.Contains(at.output[begin:], text); {
		part := make([]byte, 1000)
		n, err := at.keyboard.Read(part)
		if err != nil {
			t.Fatalf("reading the terminal: %v after %q", err, at.output)
		}
		at.output += string(part[:n])
	}
}

func (at *terminal) answerPrompt(t *testing.T, question, answer string) {
	t.Helper()
	at.mustSee(t, question)
	for at.echoesInput(t) {
		runtime.Gosched()
	}
	if _, err := at.keyboard.WriteString(answer); err != nil {
		t.Fatal(err)
	}
}

func (at *terminal) echoesInput(t *testing.T) bool {
	t.Helper()
	settings, err := unix.IoctlGetTermios(int(at.keyboard.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return settings.Lflag&unix.ECHO != 0
}

func TestNewPassword_Terminal_IsAskedTwiceWithoutEcho(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		second, want string
		accounts     []string
	}{
		{"Secreta-99\n", "Operator created: eva@axioma.test", []string{"eva@axioma.test"}},
		{"Secreta-98\n", "the passwords differ", nil},
		{"\x03", "no password was given", nil}, // Ctrl-C
	} {
		database := storetest.New(t)
		at := startInTerminal(t, append([]string{"superadmin", "create", "--email", "eva@axioma.test"}, database.Flags()...)...)
		at.answerPrompt(t, "Password", "Secreta-99\n")
		at.answerPrompt(t, "Once more", c.second)
		at.mustSee(t, c.want)
		if err := at.program.Wait(); (err == nil) != (c.accounts != nil) {
			t.Errorf("%q: the program ends with %v", c.second, err)
		}
		if strings.Contains(at.output, "Secreta") {
			t.Errorf("%q: the screen shows %q", c.second, at.output)
		}
		if !at.echoesInput(t) {
			t.Errorf("%q: the terminal no longer echoes", c.second)
		}
		if accounts := database.Rows(t, "SELECT email FROM users"); !slices.Equal(accounts, c.accounts) {
			t.Errorf("%q: the accounts are %q", c.second, accounts)
		}
	}
}
