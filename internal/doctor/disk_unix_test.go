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

func TestCheckFreeSpace(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const more = 1 << 60
	expect(t, checkFreeSpace(folder, "the data", 1, 2, "why"), OK, "free for the data in "+folder)
	expect(t, checkFreeSpace(folder, "the data", 1, more, "the next upgrade"), Attention, "the next upgrade and needs")
	expect(t, checkFreeSpace(folder, "the data", more, more, "why"), Fault, "are needed")
	expect(t, checkFreeSpace(filepath.Join(folder, "gone"), "the data", 1, 2, "why"), Fault, "gone")
}

func TestCheckDisk_ReadableByOthers_IsReported(t *testing.T) {
	t.Parallel()
	database, copies := storetest.NewFile(t), t.TempDir()
	i := newInstallation(database)
	i.Settings.BackupTo = copies
	findings := func(ctx context.Context) []Finding { return newExamination(i).checkDisk(ctx) }
	expect(t, findings(t.Context()), OK, "for the backups in "+copies)
	if err := os.Chmod(filepath.Join(database.Folder, "axioma.db"), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, findings(t.Context()), Attention, "can read "+filepath.Join(database.Folder, "axioma.db"))
	if err := os.Chmod(filepath.Join(database.Folder, "axioma.db"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(copies, "axioma-20261124T030000Z.db"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, findings(t.Context()), Attention, "can read "+filepath.Join(copies, "axioma-20261124T030000Z.db"))
}

type foreignFile struct {
	fs.FileInfo
	owner uint32
}

func (a foreignFile) Sys() any { return &syscall.Stat_t{Uid: a.owner} }

func TestSameOwner(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	if owner := uint32(os.Geteuid()); !sameOwner(info, foreignFile{info, owner}) || sameOwner(info, foreignFile{info, owner + 1}) {
		t.Error("the owner of a file is not compared with the owner of its folder")
	}
}

func TestCheckFiles_UnusableFile_NamesTheCommand(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"axioma.db", "axioma.db-wal", "axioma.db-shm", "axioma.serving", "axioma.lock", "axioma.db.before-54",
		"replaced-20261124T030000Z/axioma.db", "certificates/acme/shop.example.com", "axioma-20261124T030000Z.db.age",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			path := filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			for _, newFile := range []string{path, filepath.Join(folder, "of another program")} {
				if err := os.WriteFile(newFile, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			findings := func() []Finding { return newExamination(Installation{}).checkFiles(folder, "data") }
			if results := findings(); len(results) > 0 {
				t.Errorf("correct files cause the finding %+v, want none", results)
			}
			for _, of := range []string{path, filepath.Join(folder, "of another program")} {
				if err := os.Chmod(of, 0o400); err != nil {
					t.Fatal(err)
				}
			}
			expect(t, findings(), Fault, "may not read and write "+path)
			if os.Geteuid() != 0 {
				return // only root may chown
			}
			if err := os.Chown(path, 61234, 61234); err != nil {
				t.Fatal(err)
			}
			fileFindings := findings()
			expect(t, fileFindings, Fault, path+" does not belong to the account that owns "+folder)
			if want := "sudo chown root:root " + path; fileFindings[0].ToDo != want {
				t.Errorf("the advice is %q, want %q", fileFindings[0].ToDo, want)
			}
		})
	}
}

func TestQuoteForShell_SpecialCharacters_StayOneWord(t *testing.T) {
	t.Parallel()
	if got, want := quoteForShell([]string{"/srv/axioma.db", "/srv/mi barbería/it's.db"}), `/srv/axioma.db '/srv/mi barbería/it'\''s.db'`; got != want {
		t.Errorf("the quoted files are %s, want %s", got, want)
	}
}
