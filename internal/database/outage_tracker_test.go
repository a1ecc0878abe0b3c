package database

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

type outageCounter struct{ startCount, endCount int }

func (c *outageCounter) OutageStarted(error)       { c.startCount++ }
func (c *outageCounter) OutageEnded(time.Duration) { c.endCount++ }

func TestOutageTracker_SuccessBegunBeforeTheFailure_EndsNoOutage(t *testing.T) {
	t.Parallel()
	watcher := &outageCounter{}
	o := OutageTracker{watcher: watcher}
	before := o.FailureCount()
	o.RecordFailure(errors.New("gone"), false)
	o.RecordSuccess(before, true)
	if !o.IsActive() {
		t.Error("a late success ends the outage")
	}
	between := o.FailureCount()
	o.RecordFailure(errors.New("gone"), false)
	o.RecordSuccess(between, true)
	o.RecordSuccess(o.FailureCount(), false)
	if o.IsActive() || watcher.startCount != 1 || watcher.endCount != 1 {
		t.Errorf("the outage is still active, or the watcher counts %+v, want 1 and 1", watcher)
	}
}

func TestIsPostgresOutage_ConnectingToASilentServer_DependsOnWhoGaveUp(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := silent.Close(); err != nil {
			t.Error(err)
		}
	})
	connect := func(ctx context.Context) error {
		conn, err := pgconn.Connect(ctx, "postgres://tester@"+silent.Addr().String()+"/axioma?sslmode=disable")
		if err == nil {
			t.Fatal("a silent server let a connection in", conn.Close(ctx))
		}
		return err
	}

	cancelledCtx, cancel := context.WithCancel(t.Context())
	go func() {
		if conn, err := silent.Accept(); err == nil {
			cancel()
			<-t.Context().Done()
			_ = conn.Close() // the test is over
		}
	}()
	if isOutage, _ := isPostgresOutage(connect(cancelledCtx)); isOutage {
		t.Error("the caller gave up and it is an outage")
	}
	expiredCtx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if isOutage, _ := isPostgresOutage(connect(expiredCtx)); !isOutage {
		t.Error("the server did not answer in time and it is no outage")
	}
}
