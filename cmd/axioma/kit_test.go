package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store/storetest"
)

const (
	ownerEmail = "owner@axioma.test"
	password   = "Clave-1234"
	businessID = "barberia"
)

// createBusiness closes the database at the end.
func createBusiness(t *testing.T, database storetest.Database, customers int) []string {
	t.Helper()
	st, err := database.OpenUnclosed(t)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := service.New(st, service.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = cases.Businesses.Create(t.Context(), service.NewBusiness{ID: businessID, Name: "Barbería", Staff: []access.NewUser{
		{Email: ownerEmail, Name: "Dueña", Role: loyalty.Owner, Password: password},
	}})
	if err != nil {
		t.Fatal(err)
	}
	owner, err := cases.Sessions.SignIn(t.Context(), ownerEmail, password)
	if err != nil {
		t.Fatal(err)
	}
	actor := usecase.Actor{UserID: owner.User.ID, Role: loyalty.Owner, BusinessID: businessID}
	ids := make([]string, customers)
	for i := range ids {
		ids[i] = addCustomer(t, cases, actor, i)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return ids
}

func addCustomer(t *testing.T, cases *service.Service, actor usecase.Actor, number int) string {
	t.Helper()
	draft := loyalty.CustomerDraft{Name: fmt.Sprintf("Cliente %d", number), Phone: fmt.Sprintf("+346%08d", number), Tag: string(loyalty.TagCard)}
	customer, _, err := cases.Customers.Create(t.Context(), actor, draft, "")
	if err != nil {
		t.Fatal(err)
	}
	return customer.ID
}

func axioma(t *testing.T, in string, args ...string) (out, complaints string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = run(t.Context(), args, strings.NewReader(in), &stdout, &stderr)
	return stdout.String(), stderr.String(), err
}

type outputBuffer struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (s *outputBuffer) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(text)
}

func (s *outputBuffer) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}

func serveConnections(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := socket.Close(); err != nil {
			t.Error(err)
		}
	})
	go func() {
		for {
			caller, err := socket.Accept()
			if err != nil {
				return
			}
			answer(caller)
		}
	}()
	return socket.Addr().String()
}

type testServer struct {
	url  string
	stop context.CancelFunc
	done chan error
	log  *outputBuffer
}

func serve(t *testing.T, args ...string) *testServer {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	s := &testServer{stop: cancel, done: make(chan error, 1), log: &outputBuffer{}}
	go func() {
		err := run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...), strings.NewReader(""), writer, s.log)
		s.done <- errors.Join(err, writer.CloseWithError(err))
	}()
	s.url = readAddress(t, reader)
	t.Cleanup(func() { cancel(); <-s.done })
	return s
}

func readAddress(t *testing.T, output io.Reader) string {
	t.Helper()
	lines := bufio.NewReader(output)
	line, err := lines.ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "Axioma: ")
	if !found {
		_, rest, isJSON := strings.Cut(line, `"url":"`)
		address, _, found = strings.Cut(rest, `"`)
		found = found && isJSON
	}
	if err != nil || !found {
		t.Fatalf("the server prints %q, want its address: %v", line, err)
	}
	go func() {
		for err == nil {
			_, err = lines.ReadString('\n')
		}
	}()
	return address
}

func (s *testServer) end() error {
	s.stop()
	err := <-s.done
	s.done <- nil
	return err
}
