package store

import (
	"context"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// rowCache is what need not be asked of SQLite again, until something of it
// changes. What this program changes holds from the moment at which whoever changed
// it is told, what another one changes within database.MaxStaleness. On PostgreSQL, where
// several programs serve, nothing is remembered.
type rowCache struct {
	generations   *database.Generations
	sessions  *database.Cache[sessionKey, SessionStatus]
	businesses *database.Cache[string, loyalty.Business]
}

// sessionKey is one that a user has begun.
type sessionKey struct{ userID, id string }

// cachedTables are those from which it was read.
func cachedTables() []string { return []string{"businesses", "ended_sessions", "users"} }

// newRowCache remembers nothing where the engine has no generations.
func newRowCache(generations *database.Generations) (r rowCache, err error) {
	if generations == nil {
		return r, nil
	}
	r.generations = generations
	if r.sessions, err = database.NewCache[sessionKey, SessionStatus](r.generations); err != nil {
		return r, err
	}
	r.businesses, err = database.NewCache[string, loyalty.Business](r.generations)
	return r, err
}

// generation is the edition to which what a transaction of a kind uses has to belong. What
// takes longer than a screen gains nothing, and on its slow thread it is not to hold
// the connection that writes, which it might ask.
func (r rowCache) generation(kind database.ReadKind) int64 {
	if kind == database.ReadScreen {
		return r.generations.Current()
	}
	return database.NoGeneration
}

// SessionStatus returns how a user with a session stands now, or loyalty.ErrUserNotFound. On
// SQLite the database is asked again only when something has changed: by this program, or
// up to database.MaxStaleness before by another one.
func (s *Store) SessionStatus(ctx context.Context, userID, sessionID string) (SessionStatus, error) {
	key, edition := sessionKey{userID, sessionID}, s.cache.generations.Current()
	if known, ok := s.cache.sessions.Get(ctx, key, edition); ok {
		s.demand.Record()
		return known, nil
	}
	var standing SessionStatus
	err := s.ViewPlatform(ctx, func(tx *PlatformTx) (err error) {
		standing, err = tx.Sessions().Status(userID, sessionID)
		return err
	})
	if err == nil {
		s.cache.sessions.Put(key, standing, edition)
	}
	return standing, err
}
