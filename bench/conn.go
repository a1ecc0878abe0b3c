package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// conn parses little and reuses buffers: it shares the CPU with the server.
type conn struct {
	net.Conn
	reader *bufio.Reader
	body   []byte
}

func dial(address string, deadline time.Time) (*conn, error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	if err = c.SetDeadline(deadline); err != nil {
		return nil, fmt.Errorf("set the deadline: %w", err)
	}
	return &conn{Conn: c, reader: bufio.NewReaderSize(c, 16<<10)}, nil
}

// do sends a request and returns the response. The body is valid until the next call.
func (c *conn) do(request []byte) (status int, body []byte, err error) {
	if _, err = c.Write(request); err != nil {
		return 0, nil, fmt.Errorf("send the request: %w", err)
	}
	status, err = c.readStatus()
	if err != nil {
		return 0, nil, err
	}
	length, chunked, err := c.readHeaders()
	if err != nil {
		return status, nil, err
	}
	c.body = c.body[:0]
	if chunked {
		err = c.readChunks()
	} else {
		err = c.readBody(length)
	}
	return status, c.body, err
}

func (c *conn) readStatus() (int, error) {
	line, err := c.reader.ReadSlice('\n')
	if err != nil {
		return 0, fmt.Errorf("read the status line: %w", err)
	}
	const before = len("HTTP/1.1 ")
	if len(line) < before+3 {
		return 0, fmt.Errorf("read the status line: %q is not one", line)
	}
	status, err := strconv.Atoi(string(line[before : before+3]))
	if err != nil {
		return 0, fmt.Errorf("read the status line %q: %w", line, err)
	}
	return status, nil
}

var (
	contentLength    = []byte("Content-Length:")
	transferEncoding = []byte("Transfer-Encoding:")
)

func (c *conn) readHeaders() (length int, chunked bool, err error) {
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return 0, false, fmt.Errorf("read the headers: %w", err)
		}
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case len(line) == 0:
			return length, chunked, nil
		case hasPrefixFold(line, contentLength):
			length, err = strconv.Atoi(string(bytes.TrimSpace(line[len(contentLength):])))
			if err != nil {
				return 0, false, fmt.Errorf("read the header %q: %w", line, err)
			}
		case hasPrefixFold(line, transferEncoding):
			chunked = true
		}
	}
}

func hasPrefixFold(line, prefix []byte) bool {
	return len(line) >= len(prefix) && line[0]|0x20 == prefix[0]|0x20 && bytes.EqualFold(line[:len(prefix)], prefix)
}

func (c *conn) readBody(length int) error {
	start := len(c.body)
	c.body = append(c.body, make([]byte, length)...)
	if _, err := io.ReadFull(c.reader, c.body[start:]); err != nil {
		return fmt.Errorf("read the body: %w", err)
	}
	return nil
}

func (c *conn) readChunks() error {
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("read a chunk's size: %w", err)
		}
		size, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return fmt.Errorf("read a chunk's size: %w", err)
		}
		if err := c.readBody(int(size)); err != nil {
			return err
		}
		if _, err := c.reader.Discard(len("\r\n")); err != nil {
			return fmt.Errorf("read the end of a chunk: %w", err)
		}
		if size == 0 {
			return nil
		}
	}
}
