package main

import "strconv"

type request struct {
	method  string
	headers string // rest of the request line, and headers, with line ends
}

func newRequest(method, address, token string) request {
	headers := " HTTP/1.1\r\nHost: " + address + "\r\n"
	if token != "" {
		headers += "Authorization: Bearer " + token + "\r\n"
	}
	if method != "GET" {
		headers += "Content-Type: application/json\r\n"
	}
	return request{method: method + " ", headers: headers}
}

func (r request) write(buffer []byte, path, id, tail, key, body string) []byte {
	buffer = append(buffer, r.method...)
	buffer = append(buffer, path...)
	buffer = append(buffer, id...)
	buffer = append(buffer, tail...)
	buffer = append(buffer, r.headers...)
	if key != "" {
		buffer = append(buffer, "Idempotency-Key: "...)
		buffer = append(buffer, key...)
		buffer = append(buffer, "\r\n"...)
	}
	if body != "" {
		buffer = append(buffer, "Content-Length: "...)
		buffer = strconv.AppendInt(buffer, int64(len(body)), 10)
		buffer = append(buffer, "\r\n"...)
	}
	buffer = append(buffer, "\r\n"...)
	return append(buffer, body...)
}
