package store_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func sessionOf(t *testing.T, st *store.Store) []string {
	t.Helper()
	var limits []string
	for _, name := range []string{"lock_timeout", "idle_in_transaction_session_timeout", "statement_timeout"} {
		var limit string
		if err := st.RowRaw(t.Context(), &limit, "SHOW "+name); err != nil {
			t.Fatal(err)
		}
		limits = append(limits, limit)
	}
	return limits
}

func TestOpen_SessionLimits_AreSetUnlessPoolerRefuses(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // SQLite has no sessions
	}
	if got := sessionOf(t, database.OpenLimited(t)); !slices.Equal(got, []string{"2s", "5s", "90s"}) {
		t.Errorf("the limits are %v, want 2s, 5s and 90s", got)
	}
	pooledDatabase := storetest.Database{URL: behindPooler(t, database.URL)}
	if got := sessionOf(t, pooledDatabase.OpenLimited(t)); !slices.Equal(got, []string{"0", "0", "0"}) {
		t.Errorf("through a pooler the limits are %v, want none", got)
	}
}

// behindPooler returns the address of a proxy that refuses unknown settings, as PgBouncer does.
func behindPooler(t *testing.T, server string) string {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := socket.Close(); err != nil {
			t.Error(err)
		}
	})
	behind := address.Host
	go func() {
		for {
			caller, err := socket.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = caller.Close() }()
				if servePooled(caller, behind) != nil {
					return
				}
			}()
		}
	}()
	address.Host = socket.Addr().String()
	return address.String()
}

func servePooled(caller net.Conn, behind string) error {
	const wantsTLS = 80877103
	greeting, code, err := startup(caller)
	if err == nil && code == wantsTLS {
		if _, err = caller.Write([]byte("N")); err == nil {
			greeting, _, err = startup(caller)
		}
	}
	if err != nil {
		return err
	}
	if strings.Contains(string(greeting), "timeout") {
		complaint := "SFATAL\x00C08P01\x00Munsupported startup parameter: lock_timeout\x00\x00"
		answer := binary.BigEndian.AppendUint32([]byte("E"), uint32(4+len(complaint)))
		_, err = caller.Write(append(answer, complaint...))
		return err
	}
	server, err := net.Dial("tcp", behind)
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	go func() {
		if _, err := io.Copy(server, io.MultiReader(bytes.NewReader(greeting), caller)); err != nil {
			return
		}
	}()
	_, err = io.Copy(caller, server)
	return err
}

func startup(caller io.Reader) (message []byte, code uint32, err error) {
	header := make([]byte, 8)
	if _, err := io.ReadFull(caller, header); err != nil {
		return nil, 0, err
	}
	rest := make([]byte, binary.BigEndian.Uint32(header)-8)
	_, err = io.ReadFull(caller, rest)
	return append(header, rest...), binary.BigEndian.Uint32(header[4:]), err
}
