package store_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// cable is the network to PostgreSQL. It can be cut and joined, and can hold back the server's packets.
type cable struct {
	t      *testing.T
	server string
	local  string

	mutex      sync.Mutex
	silentCond *sync.Cond
	silent     bool // holds back the server's packets
	ends       []net.Conn
	socket     net.Listener
}

func connectByCable(t *testing.T, database storetest.Database) (*cable, string) {
	t.Helper()
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{t: t, server: address.Host, local: "127.0.0.1:0"}
	c.silentCond = sync.NewCond(&c.mutex)
	c.join()
	t.Cleanup(c.cut)
	address.Host = c.local
	return c, address.String()
}

func (c *cable) join() {
	c.t.Helper()
	socket, err := net.Listen("tcp", c.local)
	if err != nil {
		c.t.Fatal(err)
	}
	c.socket, c.local = socket, socket.Addr().String()
	go func() {
		for {
			near, err := socket.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", c.server)
			if err != nil {
				c.t.Error(err)
				return
			}
			c.mutex.Lock()
			c.ends = append(c.ends, near, far)
			c.mutex.Unlock()
			go c.pass(near, far, false)
			go c.pass(far, near, true)
		}
	}()
}

func (c *cable) pass(from, to net.Conn, answers bool) {
	buffer := make([]byte, 32<<10)
	for {
		count, err := from.Read(buffer)
		c.mutex.Lock()
		for answers && c.silent {
			c.silentCond.Wait()
		}
		c.mutex.Unlock()
		if count > 0 {
			if _, err := to.Write(buffer[:count]); err != nil {
				return
			}
		}
		if err != nil {
			_ = to.Close()
			return
		}
	}
}

func (c *cable) setSilent(silent bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.silent = silent
	c.silentCond.Broadcast()
}

func (c *cable) cut() {
	if err := c.socket.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		c.t.Error(err)
	}
	c.setSilent(false)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, end := range c.ends {
		_ = end.Close()
	}
	c.ends = nil
}

func keep(ctx context.Context, st *store.Store, name string) error {
	return st.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Settings().InsertIfAbsent(name, "") })
}

func TestPostgres_ServerStoppedOrSilent_IsReportedAndRecovers(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // SQLite has no network
	}
	network, address := connectByCable(t, database)
	st, err := store.Open(t.Context(), store.Location{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	for name, trouble := range map[string]struct{ begin, end func() }{
		"cut off": {network.cut, network.join},
		"silent":  {func() { network.setSilent(true) }, func() { network.setSilent(false) }},
	} {
		trouble.begin()
		short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		readUsers := func(ctx context.Context) error {
			return st.ViewPlatform(ctx, func(tx *store.PlatformTx) error { _, err := tx.Users().Of(""); return err })
		}
		for operation, err := range map[string]error{"writing": keep(short, st, name), "reading": readUsers(short), "checking readiness": st.Ready(short)} {
			if !errors.Is(err, loyalty.ErrBusy) {
				t.Errorf("%s while the network is %s: got %v, want ErrBusy", operation, name, err)
			}
		}
		cancel()
		trouble.end()
		if err := keep(t.Context(), st, name+" no more"); err != nil {
			t.Errorf("writing after the network was %s: %v", name, err)
		}
		if err := st.Ready(t.Context()); err != nil {
			t.Errorf("Ready after the network was %s: %v", name, err)
		}
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}

func TestPostgres_UnconfirmedCommit_IsUncertain(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // see TestSQLite_WriteBehindHangingCommit_IsUncertainAndStored
	}
	network, address := connectByCable(t, database)
	st, err := store.Open(t.Context(), store.Location{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	err = st.InPlatform(ctx, func(tx *store.PlatformTx) error {
		err := tx.Settings().InsertIfAbsent("kept", "")
		network.setSilent(true)
		return err
	})
	if !errors.Is(err, loyalty.ErrOutcomeUnknown) {
		t.Errorf("the caller gets %v, want ErrOutcomeUnknown", err)
	}
	network.setSilent(false)
	if got := settings(t, database); !slices.Contains(got, "kept") {
		t.Errorf("stored settings are %v, want kept among them", got)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}

type late struct {
	context.Context
	deadline chan struct{}
}

func (late) Deadline() (time.Time, bool) { return time.Unix(0, 0), true }
func (l late) Done() <-chan struct{}     { return l.deadline }

func (l late) Err() error {
	select {
	case <-l.deadline:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// A caller whose group's commit hangs gets an error in time.
func TestSQLite_WriteBehindHangingCommit_IsUncertainAndStored(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL != "" {
		return // PostgreSQL commits each transaction alone
	}
	st := database.Open(t)
	waiting := late{t.Context(), make(chan struct{})}
	start, behind, release := make(chan struct{}), make(chan struct{}), make(chan struct{})
	first, second := make(chan error), make(chan error)
	go func() { // blocks the writer until two others wait for it
		first <- st.WriteRaw(t.Context(), func(func(string) error) error { close(start); <-behind; return nil })
	}()
	<-start
	answer := make(chan error)
	go func() { answer <- keep(waiting, st, "done") }()
	st.AwaitWriters(2)
	go func() {
		second <- st.WriteRaw(t.Context(), func(func(string) error) error { close(waiting.deadline); <-release; return nil })
	}()
	st.AwaitWriters(3)
	close(behind)
	if err := <-answer; !errors.Is(err, loyalty.ErrOutcomeUnknown) {
		t.Errorf("the caller gets %v, want ErrOutcomeUnknown", err)
	}
	close(release)
	if err := errors.Join(<-first, <-second); err != nil {
		t.Error(err)
	}
	if got := settings(t, database); !slices.Equal(got, []string{"done"}) {
		t.Errorf("stored settings are %v, want done alone", got)
	}
}
