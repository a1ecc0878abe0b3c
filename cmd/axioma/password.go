package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"axioma/internal/loyalty"
)

// newPassword asks twice, hidden, on a terminal; other input is one line. least is in characters.
func newPassword(ctx context.Context, c console, least int) (string, error) {
	ask := c.readLine
	terminal, isFile := c.in.(*os.File)
	isTerminal := isFile && term.IsTerminal(int(terminal.Fd()))
	if isTerminal {
		ask = func() (string, error) { return readHiddenLine(ctx, c, int(terminal.Fd())) }
	}
	password, err := c.prompt(fmt.Sprintf("Password (at least %d characters): ", least), ask)
	if err != nil {
		return "", err
	}
	if err := loyalty.CheckPassword("password", password, least); err != nil || !isTerminal {
		return password, err
	}
	again, err := c.prompt("Once more: ", ask)
	if err == nil && again != password {
		err = errors.New("the passwords differ: nothing was changed")
	}
	return password, err
}

func (c console) prompt(question string, ask func() (string, error)) (string, error) {
	if _, err := fmt.Fprint(c.err, question); err != nil {
		return "", err
	}
	return ask()
}

func (c console) readLine() (string, error) {
	line, err := bufio.NewReader(c.in).ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", errors.Join(errors.New("no password was given on standard input"), err)
	}
	return line, nil
}

// readHiddenLine restores the terminal after an interrupt.
func readHiddenLine(ctx context.Context, c console, terminal int) (string, error) {
	before, err := term.GetState(terminal)
	if err != nil {
		return "", fmt.Errorf("reading the terminal's state: %w", err)
	}
	type answer struct {
		line []byte
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		line, err := term.ReadPassword(terminal)
		answers <- answer{line, err}
	}()
	select {
	case <-ctx.Done():
		return "", errors.Join(errors.New("no password was given"), term.Restore(terminal, before))
	case input := <-answers:
		if input.err != nil {
			return "", fmt.Errorf("reading the password: %w", input.err)
		}
		_, err := fmt.Fprintln(c.err) // the newline was not echoed
		return string(input.line), err
	}
}
