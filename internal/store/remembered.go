package store

import (
	"context"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// remembered is what need not be asked of SQLite again, until something of it
// changes. What this program changes holds from the moment at which whoever changed
// it is told, what another one changes within database.MaxStaleness. On PostgreSQL, where
// several programs serve, nothing is remembered.
type remembered struct {
	editions   *database.Generations
	standings  *database.Cache[session, Standing]
	businesses *database.Cache[string, loyalty.Business]
}

// session is one that a user has begun.
type session struct{ userID, id string }

// rememberedTables are those from which it was read.
func rememberedTables() []string { return []string{"businesses", "ended_sessions", "users"} }

// newRemembered remembers nothing where the engine has no generations.
func newRemembered(generations *database.Generations) (r remembered, err error) {
	if generations == nil {
		return r, nil
	}
	r.editions = generations
	if r.standings, err = database.NewCache[session, Standing](r.editions); err != nil {
		return r, err
	}
	r.businesses, err = database.NewCache[string, loyalty.Business](r.editions)
	return r, err
}

// of is the edition to which what a transaction of a kind uses has to belong. What
// takes longer than a screen gains nothing, and on its slow thread it is not to hold
// the connection that writes, which it might ask.
func (r remembered) of(kind database.ReadKind) int64 {
	if kind == database.ReadScreen {
		return r.editions.Current()
	}
	return database.NoGeneration
}

// Standing returns how a user with a session stands now, or loyalty.ErrUserNotFound. On
// SQLite the database is asked again only when something has changed: by this program, or
// up to database.MaxStaleness before by another one.
func (s *Store) Standing(ctx context.Context, userID, sessionID string) (Standing, error) {
	key, edition := session{userID, sessionID}, s.known.editions.Current()
	if known, ok := s.known.standings.Get(ctx, key, edition); ok {
		s.demand.Record()
		return known, nil
	}
	var standing Standing
	err := s.ViewPlatform(ctx, func(tx *PlatformTx) (err error) {
		standing, err = tx.Sessions().Standing(userID, sessionID)
		return err
	})
	if err == nil {
		s.known.standings.Put(key, standing, edition)
	}
	return standing, err
}
