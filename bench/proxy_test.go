package main

import (
	"encoding/binary"
	"io"
	"net"
	"reflect"
	"slices"
	"testing"
)

// packet has no type byte for the startup message (kind 0).
func packet(kind byte, parts ...[]byte) []byte {
	body := slices.Concat(parts...)
	head := binary.BigEndian.AppendUint32(nil, uint32(len(body)+4))
	if kind != 0 {
		head = append([]byte{kind}, head...)
	}
	return append(head, body...)
}

func smallInts(values ...int) []byte {
	var raw []byte
	for _, value := range values {
		raw = binary.BigEndian.AppendUint16(raw, uint16(value))
	}
	return raw
}

func value(raw []byte) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(raw))), raw...)
}

func conversation() [][]byte {
	return [][]byte{
		packet(0, []byte("\x00\x03\x00\x00user\x00somebody\x00\x00")),
		slices.Concat(packet('P', []byte("s1\x00UPDATE t SET a = $1\x00"), smallInts(0)), packet('D', []byte("Ss1\x00")), packet('S')),
		packet('Q', []byte("begin\x00")),
		slices.Concat(
			packet('B', []byte("\x00s1\x00"), smallInts(5, 0, 1, 1, 0, 1), smallInts(5),
				value([]byte("it's 9:00")), value(binary.BigEndian.AppendUint64(nil, 1<<40)), value([]byte{1}),
				[]byte{0xff, 0xff, 0xff, 0xff}, value(binary.BigEndian.AppendUint32(nil, 7)), smallInts(0)),
			packet('E', []byte("\x00\x00\x00\x00\x00")), packet('S')),
	}
}

func wantOfConversation() recording {
	return recording{trips: 4, calls: []call{
		{statement: "begin"},
		{statement: "UPDATE t SET a = $1", arguments: []string{`E'it''s 9\x3a00'`, "1099511627776::bigint", "true", "NULL", "7"}},
	}}
}

func TestProtocolReader_SplitMessages_AreRecorded(t *testing.T) {
	for _, piece := range []int{1, 3, 1000} {
		w := &proxy{}
		server := &protocolReader{wire: w, preparedStatements: map[string]string{}, answered: true}
		for _, content := range conversation() {
			for part := range slices.Chunk(content, piece) {
				if err := server.readRequest(part); err != nil {
					t.Fatal(err)
				}
			}
			if err := server.noteResponse(nil); err != nil {
				t.Fatal(err)
			}
		}
		got, err := w.drain()
		if want := wantOfConversation(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("in pieces of %d: got %+v, %v, want %+v", piece, got, err, want)
		}
		if again, err := w.drain(); err != nil || again.trips != 0 || len(again.calls) != 0 {
			t.Errorf("a second read of the recording returns %+v, %v; want nothing", again, err)
		}
	}
}

func TestProtocolReader_InvalidMessage_IsAnError(t *testing.T) {
	for name, content := range map[string][]byte{
		"a binary value of an unknown type": packet('B', []byte("\x00s1\x00"), smallInts(1, 1), smallInts(1), value([]byte("abc")), smallInts(0)),
		"a value that is cut":               packet('B', []byte("\x00s1\x00"), smallInts(0), smallInts(1), []byte{0, 0, 0, 9}),
		"a text without an end":             packet('Q', []byte("begin")),
	} {
		server := &protocolReader{wire: &proxy{}, preparedStatements: map[string]string{}, started: true}
		if err := server.readRequest(content); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestProxy_ForwardsBothDirections(t *testing.T) {
	database, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(t, database.Close) })
	go echo(database)
	w, err := startProxy(database.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(t, w.close) })
	server, err := net.Dial("tcp", w.address())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	for _, content := range conversation() {
		if _, err := server.Write(content); err != nil {
			t.Fatal(err)
		}
		response := make([]byte, len(content))
		if _, err := io.ReadFull(server, response); err != nil || !slices.Equal(response, content) {
			t.Fatalf("%q was echoed as %q: %v; want the same content", content, response, err)
		}
	}
	if got, err := w.drain(); err != nil || !reflect.DeepEqual(got, wantOfConversation()) {
		t.Errorf("got %+v, %v, want %+v", got, err, wantOfConversation())
	}
}

func echo(listener net.Listener) {
	c, err := listener.Accept()
	if err != nil {
		return
	}
	defer c.Close()
	if _, err := io.Copy(c, c); err != nil {
		return // the test has ended
	}
}

func end(t *testing.T, closeFunc func() error) {
	t.Helper()
	if err := closeFunc(); err != nil {
		t.Error(err)
	}
}
