package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
)

// wire stands between a server and PostgreSQL and takes down what the server says.
type wire struct {
	listener net.Listener
	database string // where PostgreSQL listens

	mutex sync.Mutex
	said  said
	fault error
}

// said is what a server asked of the database: its statements in order, and how often it waited for an answer.
type said struct {
	calls []call
	trips int
}

// call is a statement with its arguments, each as SQL writes it.
type call struct {
	statement string
	arguments []string
}

// tap listens for a server that thinks it speaks with the database.
func tap(database string) (*wire, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen to the database's wire: %w", err)
	}
	w := &wire{listener: listener, database: database}
	go w.serve()
	return w, nil
}

func (w *wire) address() string { return w.listener.Addr().String() }

func (w *wire) close() error { return w.listener.Close() }

// take returns what was said since it was last taken.
func (w *wire) take() (said, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	taken := w.said
	w.said = said{}
	return taken, w.fault
}

func (w *wire) serve() {
	for {
		server, err := w.listener.Accept()
		if err != nil {
			return // it is closed
		}
		go w.pass(server)
	}
}

// pass carries one connection until either side ends it.
func (w *wire) pass(server net.Conn) {
	defer server.Close()
	database, err := net.Dial("tcp", w.database)
	if err != nil {
		w.fail(fmt.Errorf("connect to the database: %w", err))
		return
	}
	t := &talk{wire: w, prepared: map[string]string{}, heard: true}
	go func() {
		defer database.Close()
		_, err := io.Copy(io.MultiWriter(writer(t.ask), database), server)
		w.fail(err)
	}()
	_, err = io.Copy(io.MultiWriter(writer(t.answer), server), database)
	w.fail(err)
}

// fail keeps the first fault, unless it is only that somebody hung up.
func (w *wire) fail(err error) {
	var hungUp *net.OpError
	if err == nil || errors.As(err, &hungUp) {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.fault == nil {
		w.fault = err
	}
}

type writer func([]byte) error

func (w writer) Write(content []byte) (int, error) { return len(content), w(content) }

// talk is one connection, which is read as PostgreSQL's protocol, version 3, says.
type talk struct {
	wire     *wire
	rest     []byte // of what was asked: the beginning of a message
	begun    bool   // the first message, which has no kind, has passed
	heard    bool   // the database spoke last
	prepared map[string]string
}

// answer notes that the database has spoken: what is asked next waits for another answer.
func (t *talk) answer([]byte) error {
	t.wire.mutex.Lock()
	defer t.wire.mutex.Unlock()
	t.heard = true
	return nil
}

func (t *talk) ask(content []byte) error {
	t.wire.mutex.Lock()
	defer t.wire.mutex.Unlock()
	if t.heard {
		t.wire.said.trips++
		t.heard = false
	}
	t.rest = append(t.rest, content...)
	for {
		kind, body, whole := t.next()
		if !whole {
			return nil
		}
		if err := t.note(kind, body); err != nil {
			return fmt.Errorf("read what is asked of the database: %w", err)
		}
	}
}

// next takes a message off what was asked, when all of it is there.
func (t *talk) next() (kind byte, body []byte, whole bool) {
	head := 5
	if !t.begun {
		head = 4
	}
	if len(t.rest) < head {
		return 0, nil, false
	}
	end := head - 4 + int(binary.BigEndian.Uint32(t.rest[head-4:]))
	if len(t.rest) < end {
		return 0, nil, false
	}
	if t.begun {
		kind = t.rest[0]
	}
	body, t.rest, t.begun = t.rest[head:end], t.rest[end:], true
	return kind, body, true
}

// note takes down what is run: a text, or a prepared statement that gets its arguments.
func (t *talk) note(kind byte, body []byte) error {
	m := &message{rest: body}
	switch kind {
	case 'Q':
		t.wire.said.calls = append(t.wire.said.calls, call{statement: m.text()})
	case 'P':
		name := m.text()
		t.prepared[name] = m.text()
	case 'B':
		m.text() // the portal
		statement := t.prepared[m.text()]
		arguments, err := m.arguments()
		if err != nil {
			return fmt.Errorf("%.200s: %w", statement, err)
		}
		t.wire.said.calls = append(t.wire.said.calls, call{statement, arguments})
	}
	return m.fault
}

// message is the body of one, which is read from its beginning on.
type message struct {
	rest  []byte
	fault error
}

var errCut = errors.New("a message is shorter than it says")

func (m *message) take(length int) []byte {
	if length < 0 || length > len(m.rest) {
		m.fault = errCut
		return make([]byte, max(0, min(length, 8)))
	}
	taken := m.rest[:length]
	m.rest = m.rest[length:]
	return taken
}

func (m *message) text() string {
	end := bytes.IndexByte(m.rest, 0)
	if end < 0 {
		m.fault = errCut
		return ""
	}
	return string(m.take(end + 1)[:end])
}

func (m *message) small() int { return int(binary.BigEndian.Uint16(m.take(2))) }

func (m *message) number() int { return int(int32(binary.BigEndian.Uint32(m.take(4)))) }

// arguments reads the formats of all and the values.
func (m *message) arguments() ([]string, error) {
	formats := make([]int, m.small())
	for i := range formats {
		formats[i] = m.small()
	}
	values := make([]string, m.small())
	for i := range values {
		isBinary := len(formats) == 1 && formats[0] == 1 || i < len(formats) && formats[i] == 1
		value, err := m.value(isBinary)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		values[i] = value
	}
	return values, m.fault
}

// value reads one and writes it as SQL does. In binary, of the types that Axioma's tables have, the length tells which it
// is.
func (m *message) value(isBinary bool) (string, error) {
	length := m.number()
	if length == -1 {
		return "NULL", nil
	}
	raw := m.take(length)
	switch {
	case m.fault != nil:
		return "", m.fault
	case !isBinary:
		return quoted(string(raw)), nil
	case length == 8:
		return strconv.FormatInt(int64(binary.BigEndian.Uint64(raw)), 10) + "::bigint", nil
	case length == 4:
		return strconv.Itoa(int(int32(binary.BigEndian.Uint32(raw)))), nil
	case length == 1:
		return strconv.FormatBool(raw[0] == 1), nil
	}
	return "", fmt.Errorf("%d bytes in binary are of no type that is known here", length)
}

// quoted writes a text as SQL does, with nothing that pgbench would take for a variable.
func quoted(text string) string {
	return "E'" + strings.NewReplacer(`\`, `\\`, `'`, `''`, `:`, `\x3a`).Replace(text) + "'"
}
