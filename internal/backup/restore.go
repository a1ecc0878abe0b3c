package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"axioma/internal/files"
	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/copying"
)

// Return is a copy that is to be put back.
type Return struct {
	Copy string
	To   store.Location
	// Replace lets data that are in the folder make room: they are moved into a folder
	// beside it. A server's database has to be empty.
	Replace bool
	With    []age.Identity // who reads a copy that is encrypted
	Now     time.Time

	room room
}

// Restored is what was put back.
type Restored struct {
	Rows     copying.RowCounts
	Held     int64  // messages that waited in the copy, and wait until an operator lets them go
	Replaced string // the folder in which the data are that were there; empty: there were none
	Doubted  bool   // no checksum stands beside the copy
	Unmarked bool   // what is in Replaced says nowhere that it was replaced: it is damaged
}

// Restore puts a copy back. It refuses a copy that is not what was written, that is
// damaged or of a newer program, and data that would be lost, and then has changed
// nothing. Messages that waited in the copy may have been sent since it was made: they
// are held back. Whoever of the staff was signed in signs in again, for who may no more
// was lost with what came after the copy. The caller holds the folder.
func Restore(ctx context.Context, back Return) (done Restored, err error) {
	if done.Doubted, err = doubted(back.Copy); err != nil {
		return Restored{}, err
	}
	staging, err := back.stage()
	if err != nil {
		return Restored{}, err
	}
	defer func() { err = errors.Join(err, staging.leave()) }()
	if err := back.fetch(store.FileIn(staging.folder)); err != nil {
		return Restored{}, inWords(staging.folder, err)
	}
	if done.Held, err = back.settle(ctx, staging.folder); err != nil {
		return Restored{}, fmt.Errorf("%s is not restored: %w", back.Copy, err)
	}
	if back.To.URL != "" {
		done.Rows, err = copying.CopyRows(ctx, store.Location{Folder: staging.folder}, back.To)
		return done, err
	}
	if done.Rows, err = copying.CountRows(ctx, store.Location{Folder: staging.folder}); err != nil {
		return Restored{}, err
	}
	if done.Replaced, err = back.place(staging.folder); err == nil && done.Replaced != "" {
		marked := store.MarkMoved(ctx, done.Replaced, loyalty.MovedTo{Place: back.To.DisplayName(), At: back.Now.UTC()})
		done.Unmarked = marked != nil
	}
	return done, err
}

// doubted reports whether no checksum stands beside a copy. One that is another's is an
// error.
func doubted(path string) (bool, error) {
	beside, err := os.ReadFile(path + checksum)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("reading the checksum: %w", err)
	}
	wanted, _, _ := strings.Cut(strings.TrimSpace(string(beside)), " ")
	found, _, err := digest(path)
	if err == nil && found != wanted {
		err = unfit(fmt.Errorf("%s was damaged or cut off since it was made: its SHA-256 is %s, and beside it stands %s", path, found, wanted))
	}
	return false, err
}

// stage makes the folder in which the copy is looked at, where there is room for it.
func (r Return) stage() (workplace, error) {
	info, err := os.Stat(r.Copy)
	if err != nil {
		return workplace{}, fmt.Errorf("reading the copy: %w", err)
	}
	folder := r.To.Folder
	if r.To.URL != "" {
		folder = os.TempDir()
	} else if err := r.mayPlace(); err != nil {
		return workplace{}, err
	}
	if err := errors.Join(tidy(folder, r.Now), r.room.need(folder, info.Size())); err != nil {
		return workplace{}, err
	}
	return newWorkplace(folder)
}

// fetch writes what the copy holds into a file.
func (r Return) fetch(path string) error {
	if !strings.HasSuffix(r.Copy, encrypted) {
		return copied(r.Copy, path)
	}
	if len(r.With) == 0 {
		return fmt.Errorf("%s is encrypted: say with --identity which file has the key", r.Copy)
	}
	return decrypt(r.Copy, path, r.With)
}

// settle looks whether a copy is whole and keeps the rules, brings its tables up to date,
// and does what time has done since it was made. It returns how many messages it holds.
func (r Return) settle(ctx context.Context, folder string) (held int64, err error) {
	if err := copying.CheckIntegrity(ctx, folder); err != nil {
		return 0, unfit(err)
	}
	schema, err := store.CompareSchema(ctx, store.Location{Folder: folder})
	if err != nil {
		return 0, err
	}
	if schema.Found == 0 {
		return 0, unfit(errors.New("it has no data of this program"))
	}
	st, err := store.OpenSQLite(ctx, folder)
	if err != nil {
		return 0, err
	}
	err = st.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if held, err = tx.Restores().HoldOutgoing(r.Now); err != nil {
			return err
		}
		if err := tx.Restores().SetInstallation(loyalty.KnownInstallation{}); err != nil {
			return err
		}
		if err := tx.Restores().SetMoved(loyalty.MovedTo{}); err != nil {
			return err
		}
		// The copy may have, of an earlier restore, what was decided about other messages.
		if err := tx.Restores().Note(r.noted()); err != nil {
			return err
		}
		if err := tx.Passes().ReviewAll(); err != nil {
			return err
		}
		// Counters know what happened after the copy was made.
		if err := tx.Events().AppendToAll(loyalty.EventBusinessChanged, r.Now); err != nil {
			return err
		}
		return endAllSessions(tx)
	})
	if err := errors.Join(err, st.Close()); err != nil {
		return 0, err
	}
	if err := copying.CheckpointWAL(folder); err != nil {
		return 0, err
	}
	if err := copying.Verify(ctx, folder); err != nil {
		return 0, unfit(err)
	}
	return held, nil
}

// accountsAtOnce is how many accounts endAllSessions reads at a time.
const accountsAtOnce = 100

// endAllSessions ends the sessions of all staff. Their versions are random: the copy has the
// key that tokens are signed with, and its holder must not guess them.
func endAllSessions(tx *store.PlatformTx) error {
	ids := loyalty.IDs{Random: rand.Reader}
	for last := ""; ; {
		users, err := tx.Users().After(last, accountsAtOnce)
		if err != nil || len(users) == 0 {
			return err
		}
		for _, user := range users {
			version, err := ids.TokenVersion()
			if err == nil {
				err = tx.Users().EndSessions(user.ID, version)
			}
			if err != nil {
				return err
			}
			last = user.ID
		}
	}
}

// unfit says of a copy that nothing is made of what to do.
func unfit(err error) error {
	return fmt.Errorf("%w. Nothing was changed: take another copy", err)
}

// noted is what is known of the restore afterwards.
func (r Return) noted() loyalty.Restore {
	copied, _ := timeOf(filepath.Base(r.Copy))
	return loyalty.Restore{CopiedAt: copied, At: r.Now.UTC()}
}

// mayPlace refuses to put a copy where data are that are not to make room.
func (r Return) mayPlace() error {
	path := store.FileIn(r.To.Folder)
	_, err := os.Stat(path)
	if err == nil && !r.Replace {
		return fmt.Errorf("there are data in %s: add --replace to move them into a folder beside what is restored, or name another folder", r.To.Folder)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// place moves what was looked at into the data folder, and what is there out of the way.
// It returns where that is.
func (r Return) place(staging string) (replaced string, err error) {
	target := store.FileIn(r.To.Folder)
	if _, err := os.Stat(target); err == nil {
		replaced = free(r.Now, func(at time.Time) string { return filepath.Join(r.To.Folder, "replaced-"+at.UTC().Format(stamp)) })
		if err := moveAway(r.To.Folder, replaced); err != nil {
			return "", err
		}
	}
	if err := os.Rename(store.FileIn(staging), target); err != nil {
		return replaced, fmt.Errorf("putting the copy into its place: %w", err)
	}
	return replaced, errors.Join(files.Adopt(target), files.Flush(r.To.Folder))
}

// moveAway moves the file of a data folder and what belongs to it into another folder,
// which can be served as it is.
func moveAway(folder, to string) error {
	if err := errors.Join(os.Mkdir(to, 0o700), files.Adopt(to)); err != nil {
		return fmt.Errorf("making room: %w", err)
	}
	file := store.FileIn(folder)
	for _, belonging := range []string{"", "-wal", "-shm"} {
		err := os.Rename(file+belonging, filepath.Join(to, filepath.Base(file)+belonging))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("making room: %w", err)
		}
	}
	return nil
}
