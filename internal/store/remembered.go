package store

import (
	"context"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"

	"axioma/internal/loyalty"
)

// remembered is what need not be asked of SQLite again, until something of it
// changes. What this program changes holds from the moment at which whoever changed
// it is told, what another one changes within heardWithin. On PostgreSQL, where
// several programs serve, nothing is remembered.
type remembered struct {
	editions   *editions
	standings  *shelf[session, Standing]
	businesses *shelf[string, loyalty.Business]
}

// session is one that a user has begun.
type session struct{ userID, id string }

// rememberedTables are those from which it was read.
func rememberedTables() []string { return []string{"businesses", "ended_sessions", "users"} }

func newRemembered() (r remembered, err error) {
	r.editions = newEditions()
	if r.standings, err = newShelf[session, Standing](r.editions); err != nil {
		return r, err
	}
	r.businesses, err = newShelf[string, loyalty.Business](r.editions)
	return r, err
}

// of is the edition to which what a transaction of a kind uses has to belong. What
// takes longer than a screen gains nothing, and on its slow thread it is not to hold
// the connection that writes, which it might ask.
func (r remembered) of(kind reading) int64 {
	if kind == ordinary {
		return r.editions.current()
	}
	return noEdition
}

// shelf keeps what was read by keys, of many as much as was used last. No shelf keeps
// nothing.
type shelf[K comparable, V any] struct {
	editions *editions
	kept     *lru.Cache[K, dated[V]]
}

// dated is what was read in an edition.
type dated[V any] struct {
	value   V
	edition int64
}

// mostKept are the sessions that ask in a day, and more businesses than there are, in
// some megabytes.
const mostKept = 2048

func newShelf[K comparable, V any](editions *editions) (*shelf[K, V], error) {
	kept, err := lru.New[K, dated[V]](mostKept)
	if err != nil {
		return nil, fmt.Errorf("making room for what is remembered: %w", err)
	}
	return &shelf[K, V]{editions: editions, kept: kept}, nil
}

// get returns what is kept by a key, if it is of an edition and that is good now. Who has
// gone gets nothing.
func (s *shelf[K, V]) get(ctx context.Context, key K, edition int64) (value V, ok bool) {
	if s == nil || ctx.Err() != nil || !s.editions.good(edition) {
		return value, false
	}
	found, ok := s.kept.Get(key)
	return found.value, ok && found.edition == edition
}

// keep keeps what was read, after an edition was looked at.
func (s *shelf[K, V]) keep(key K, value V, edition int64) {
	if s != nil && edition != noEdition {
		s.kept.Add(key, dated[V]{value, edition})
	}
}

// Standing returns how a user with a session stands now, or loyalty.ErrUserNotFound. On
// SQLite the database is asked again only when something has changed: by this program, or
// up to heardWithin before by another one.
func (s *Store) Standing(ctx context.Context, userID, sessionID string) (Standing, error) {
	key, edition := session{userID, sessionID}, s.known.editions.current()
	if known, ok := s.known.standings.get(ctx, key, edition); ok {
		s.stir()
		return known, nil
	}
	var standing Standing
	err := s.ViewPlatform(ctx, func(tx *PlatformTx) (err error) {
		standing, err = tx.Sessions().Standing(userID, sessionID)
		return err
	})
	if err == nil {
		s.known.standings.keep(key, standing, edition)
	}
	return standing, err
}
