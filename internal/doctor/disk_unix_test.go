//go:build unix

package doctor

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"axioma/internal/store/storetest"
)

func TestRoomIsComparedWithWhatIsNeeded(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const more = 1 << 60 // than any disk has
	expect(t, roomFor(folder, "the data", 1, 2, "why"), OK, "free for the data in "+folder)
	expect(t, roomFor(folder, "the data", 1, more, "the next upgrade"), Attention, "the next upgrade and it wants")
	expect(t, roomFor(folder, "the data", more, more, "why"), Fault, "are needed")
	expect(t, roomFor(filepath.Join(folder, "gone"), "the data", 1, 2, "why"), Fault, "gone")
}

func TestFilesThatOthersReadAreToldOf(t *testing.T) {
	t.Parallel()
	database, copies := storetest.NewFile(t), t.TempDir()
	i := healthy(database)
	i.Settings.BackupTo = copies
	look := func(ctx context.Context) []Finding { return examinationOf(i).lookAtDisk(ctx) }
	expect(t, look(t.Context()), OK, "for the copies in "+copies)
	if err := os.Chmod(filepath.Join(database.Folder, "axioma.db"), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, look(t.Context()), Attention, "can read "+filepath.Join(database.Folder, "axioma.db"))
	if err := os.Chmod(filepath.Join(database.Folder, "axioma.db"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(copies, "axioma-20261124T030000Z.db"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, look(t.Context()), Attention, "can read 1 copy in "+copies)
}

// another is a file of another account than its folder's.
type another struct {
	fs.FileInfo
	owner uint32
}

func (a another) Sys() any { return &syscall.Stat_t{Uid: a.owner} }

func TestAFileOfAnotherAccountIsKnown(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	if owner := uint32(os.Geteuid()); !sameOwner(folder, another{info, owner}) || sameOwner(folder, another{info, owner + 1}) {
		t.Error("the owner of a file is not compared with that of its folder")
	}
}
