package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

type cacheLoad struct {
	*servicetest.Shop
	t             *testing.T
	user          string
	endedSessions []atomic.Bool
	latestName    atomic.Int64
	looks         atomic.Int64
	over          atomic.Bool
}

func TestCache_ConcurrentLoad_ServesNoStaleRow(t *testing.T) {
	t.Parallel()
	chance, shop := servicetest.NewRandomSource(t), servicetest.New(t)
	s := &cacheLoad{Shop: shop, t: t, user: shop.Barber.UserID, endedSessions: make([]atomic.Bool, 12*servicetest.Effort())}
	if err := rename(t.Context(), shop, "0"); err != nil {
		t.Fatal(err)
	}
	var looking sync.WaitGroup
	for i := range 6 {
		looking.Go(func() { s.look(chance.Rand("looks", i)) })
	}
	s.write(chance.Rand("writes"))
	s.over.Store(true)
	looking.Wait()
}

// write pauses after each change, so that the cache fills.
func (s *cacheLoad) write(chance *rand.Rand) {
	defer keepWriting(s.t, s.Shop)()
	for count, i := range chance.Perm(len(s.endedSessions)) {
		err := s.Store.InPlatform(s.t.Context(), func(tx *store.PlatformTx) error {
			return tx.Sessions().End(strconv.Itoa(i), s.Clock.Now().Add(time.Hour))
		})
		s.endedSessions[i].Store(true)
		s.pause(chance.Int64N(30))
		name := int64(count + 1)
		if err := errors.Join(err, s.undo(), rename(s.t.Context(), s.Shop, strconv.FormatInt(name, 10))); err != nil {
			s.t.Error(err)
		}
		s.latestName.Store(name)
		s.pause(chance.Int64N(30))
	}
}

func (s *cacheLoad) pause(queries int64) {
	for until := s.looks.Load() + queries; s.looks.Load() < until; {
		runtime.Gosched()
	}
}

func (s *cacheLoad) undo() error {
	undone := errors.New("undone")
	err := s.Store.InPlatform(s.t.Context(), func(tx *store.PlatformTx) error {
		return errors.Join(disable(s.Shop, loyalty.Barber)(tx), undone)
	})
	if errors.Is(err, undone) {
		return nil
	}
	return fmt.Errorf("the change was not undone: %w", err)
}

// look fails for a value older than one written or returned before.
func (s *cacheLoad) look(chance *rand.Rand) {
	seenEnded, seenName := make([]bool, len(s.endedSessions)), int64(0)
	for !s.over.Load() {
		i := chance.IntN(len(s.endedSessions))
		must := s.endedSessions[i].Load() || seenEnded[i]
		status, err := s.Store.SessionStatus(s.t.Context(), s.user, strconv.Itoa(i))
		if err != nil || status.Disabled || must && !status.SessionEnded {
			s.t.Errorf("session %d: got %+v, %v; want an enabled user, and SessionEnded if it has ended (%t)", i, status, err, must)
		}
		seenEnded[i] = status.SessionEnded
		least := max(s.latestName.Load(), seenName)
		name := nameOf(s.t, s.Shop)
		if seenName, err = strconv.ParseInt(name, 10, 64); err != nil || seenName < least {
			s.t.Errorf("the business is called %q, want a number of at least %d", name, least)
		}
		s.looks.Add(1)
	}
}

// A commit that hangs returns ErrUncertain. When it has ended, the cache must drop what it changed.
func TestCache_UncertainCommit_IsInvalidated(t *testing.T) {
	t.Parallel()
	shop, token := newCachedSession(t)
	if shop.Database.URL != "" {
		return // PostgreSQL commits each transaction alone
	}
	waiting := late{t.Context(), make(chan struct{})}
	start, behind, release := make(chan struct{}), make(chan struct{}), make(chan struct{})
	first, second, answer := make(chan error), make(chan error), make(chan error)
	go func() {
		first <- shop.Store.WriteRaw(t.Context(), func(func(string) error) error { close(start); <-behind; return nil })
	}()
	<-start
	go func() { answer <- shop.Cases.Sessions.SignOut(waiting, token) }()
	shop.Store.AwaitWriters(2)
	go func() {
		second <- shop.Store.WriteRaw(t.Context(), func(func(string) error) error { close(waiting.deadline); <-release; return nil })
	}()
	shop.Store.AwaitWriters(3)
	close(behind)
	if err := <-answer; !errors.Is(err, loyalty.ErrOutcomeUnknown) {
		t.Errorf("the caller gets %v, want ErrOutcomeUnknown", err)
	}
	mustHold(t, shop, token) // the end is not committed
	close(release)
	if err := errors.Join(<-first, <-second); err != nil {
		t.Error(err)
	}
	mustHaveEnded(t, shop, token)
}

// Only SQLite knows whether a failed commit was undone, so the cache drops everything.
func TestCache_FailedCommit_IsInvalidated(t *testing.T) {
	t.Parallel()
	shop, token := newCachedSession(t)
	if shop.Database.URL != "" {
		return // PostgreSQL caches nothing
	}
	before := shop.Store.CacheGeneration()
	err := shop.Store.WriteRaw(context.Background(), func(exec func(string) error) error {
		return errors.Join(exec("PRAGMA defer_foreign_keys(1)"), exec("UPDATE users SET business_id = 'nowhere', disabled_at = 1"))
	})
	if err == nil {
		t.Fatal("the change was committed, want an error")
	}
	if shop.Store.CacheGeneration() == before {
		t.Error("the cache generation is the same as before")
	}
	queries := shop.Store.CountQueries()
	for _, want := range []int64{1, 0} {
		mustHold(t, shop, token)
		if got := queries(); got != want {
			t.Errorf("%d queries reached the database, want %d", got, want)
		}
	}
}

// An entry that was evicted is read again.
func TestCache_MoreSessionsThanCapacity_AllAreServed(t *testing.T) {
	t.Parallel()
	shop, token := newCachedSession(t)
	for i := range 3000 {
		if _, err := shop.Store.SessionStatus(t.Context(), shop.Barber.UserID, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	queries := shop.Store.CountQueries()
	mustHold(t, shop, token)
	if got := queries(); got != 1 {
		t.Errorf("%d queries reached the database, want 1", got)
	}
}

func TestCache_RowFields_CannotChangeTheCache(t *testing.T) {
	t.Parallel()
	values := []reflect.Kind{reflect.String, reflect.Bool, reflect.Int, reflect.Int64}
	var checkFields func(structType reflect.Type)
	checkFields = func(structType reflect.Type) {
		for field := range structType.Fields() {
			switch {
			case field.Type == reflect.TypeFor[time.Time](), field.Type == reflect.TypeFor[*time.Location](), slices.Contains(values, field.Type.Kind()):
			case field.Type.Kind() == reflect.Struct:
				checkFields(field.Type)
			default:
				t.Errorf("%s.%s has the type %s, which a cached row may not have", structType.Name(), field.Name, field.Type)
			}
		}
	}
	checkFields(reflect.TypeFor[loyalty.Business]())
	checkFields(reflect.TypeFor[store.SessionStatus]())
}
