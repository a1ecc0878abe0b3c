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

type proxy struct {
	listener net.Listener
	database string

	mutex     sync.Mutex
	recording recording
	fault     error
}

type recording struct {
	calls []call
	trips int
}

// call is a statement with its arguments as SQL literals.
type call struct {
	statement string
	arguments []string
}

func startProxy(database string) (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the server: %w", err)
	}
	w := &proxy{listener: listener, database: database}
	go w.serve()
	return w, nil
}

func (w *proxy) address() string { return w.listener.Addr().String() }

func (w *proxy) close() error { return w.listener.Close() }

func (w *proxy) drain() (recording, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	lastRecording := w.recording
	w.recording = recording{}
	return lastRecording, w.fault
}

func (w *proxy) serve() {
	for {
		server, err := w.listener.Accept()
		if err != nil {
			return
		}
		go w.forward(server)
	}
}

func (w *proxy) forward(server net.Conn) {
	defer server.Close()
	database, err := net.Dial("tcp", w.database)
	if err != nil {
		w.recordFault(fmt.Errorf("connect to the database: %w", err))
		return
	}
	t := &protocolReader{wire: w, preparedStatements: map[string]string{}, answered: true}
	go func() {
		defer database.Close()
		_, err := io.Copy(io.MultiWriter(writer(t.readRequest), database), server)
		w.recordFault(err)
	}()
	_, err = io.Copy(io.MultiWriter(writer(t.noteResponse), server), database)
	w.recordFault(err)
}

func (w *proxy) recordFault(err error) {
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

type protocolReader struct {
	wire               *proxy
	buffer             []byte // incomplete message
	started            bool   // after the startup message, which has no type
	answered           bool   // last message was PostgreSQL's
	preparedStatements map[string]string
}

func (t *protocolReader) noteResponse([]byte) error {
	t.wire.mutex.Lock()
	defer t.wire.mutex.Unlock()
	t.answered = true
	return nil
}

func (t *protocolReader) readRequest(content []byte) error {
	t.wire.mutex.Lock()
	defer t.wire.mutex.Unlock()
	if t.answered {
		t.wire.recording.trips++
		t.answered = false
	}
	t.buffer = append(t.buffer, content...)
	for {
		kind, body, whole := t.next()
		if !whole {
			return nil
		}
		if err := t.recordMessage(kind, body); err != nil {
			return fmt.Errorf("parse a request to the database: %w", err)
		}
	}
}

func (t *protocolReader) next() (kind byte, body []byte, whole bool) {
	head := 5
	if !t.started {
		head = 4
	}
	if len(t.buffer) < head {
		return 0, nil, false
	}
	end := head - 4 + int(binary.BigEndian.Uint32(t.buffer[head-4:]))
	if len(t.buffer) < end {
		return 0, nil, false
	}
	if t.started {
		kind = t.buffer[0]
	}
	body, t.buffer, t.started = t.buffer[head:end], t.buffer[end:], true
	return kind, body, true
}

func (t *protocolReader) recordMessage(kind byte, body []byte) error {
	m := &message{rest: body}
	switch kind {
	case 'Q':
		t.wire.recording.calls = append(t.wire.recording.calls, call{statement: m.text()})
	case 'P':
		name := m.text()
		t.preparedStatements[name] = m.text()
	case 'B':
		m.text() // portal name
		statement := t.preparedStatements[m.text()]
		arguments, err := m.arguments()
		if err != nil {
			return fmt.Errorf("%.200s: %w", statement, err)
		}
		t.wire.recording.calls = append(t.wire.recording.calls, call{statement, arguments})
	}
	return m.fault
}

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
	body := m.rest[:length]
	m.rest = m.rest[length:]
	return body
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

// value infers a binary type from the length, which suffices for our tables.
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
		return quoteLiteral(string(raw)), nil
	case length == 8:
		return strconv.FormatInt(int64(binary.BigEndian.Uint64(raw)), 10) + "::bigint", nil
	case length == 4:
		return strconv.Itoa(int(int32(binary.BigEndian.Uint32(raw)))), nil
	case length == 1:
		return strconv.FormatBool(raw[0] == 1), nil
	}
	return "", fmt.Errorf("%d bytes in binary have no known type", length)
}

// quoteLiteral escapes colons too, which pgbench takes for variables.
func quoteLiteral(text string) string {
	return "E'" + strings.NewReplacer(`\`, `\\`, `'`, `''`, `:`, `\x3a`).Replace(text) + "'"
}
