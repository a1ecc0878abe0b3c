package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"axioma/internal/files"
	"axioma/internal/store/storetest"
)

const otherAccount = 61234

// folderOfOtherAccount belongs to another account only if the tests run as root.
func folderOfOtherAccount(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if os.Geteuid() != 0 {
		return folder
	}
	for name := folder; strings.HasPrefix(name, os.TempDir()+"/"); name = filepath.Dir(name) {
		if err := os.Chmod(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(folder, otherAccount, otherAccount); err != nil {
		t.Fatal(err)
	}
	return folder
}

func mustKeepOwner(t *testing.T, folder, after string) {
	t.Helper()
	owner := func(info fs.FileInfo) [2]uint32 {
		its := info.Sys().(*syscall.Stat_t)
		return [2]uint32{its.Uid, its.Gid}
	}
	root, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && owner(info) != owner(root) {
			t.Errorf("after %s %s belongs to %v and its folder to %v", after, path, owner(info), owner(root))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCommandsAsRoot_FolderOfAnotherAccount_KeepFolderOwner(t *testing.T) {
	t.Parallel()
	home := folderOfOtherAccount(t)
	data, copies, other := filepath.Join(home, "new", "data"), filepath.Join(home, "copies"), filepath.Join(home, "other")
	for _, folder := range []string{copies, other} {
		if err := files.MakeFolder(folder); err != nil {
			t.Fatal(err)
		}
	}
	say := func(in string, args ...string) {
		t.Helper()
		if out, complaints, err := axioma(t, in, args...); err != nil {
			t.Fatalf("running %v: %s%s%v", args, out, complaints, err)
		}
		mustKeepOwner(t, home, args[0])
	}
	say("Otra-clave-7\n", "superadmin", "create", "--email", "eva@axioma.test", "--data", data)
	if err := os.Remove(filepath.Join(data, "axioma.lock")); err != nil {
		t.Fatal(err)
	}
	say("", "backup", copies, "--data", data)
	say("", "backup", filepath.Join(copies, "one.db"), "--data", data)
	say("", "check", "--data", data)
	say("", "migrate", "--data", data)
	say("", "restore", backupIn(t, copies), "--data", data, "--replace")
	say("", "restore", backupIn(t, copies), "--data", filepath.Join(other, "restored"))
	say("", "messages", "hold", "--data", data)
	say("", "move", filepath.Join(other, "moved"), "--data", data)
}

func ownerOf(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

func TestRestoreAsRoot_FolderOfAnotherAccount_StaysUsable(t *testing.T) {
	t.Parallel()
	source, home := storetest.NewFile(t), folderOfOtherAccount(t)
	createBusiness(t, source, 1)
	file := filepath.Join(t.TempDir(), "one.db")
	mustSay(t, source, "", "complete and valid", "backup", file)
	for range 2 {
		if out, complaints, err := axioma(t, "", "restore", file, "--data", home, "--replace"); err != nil {
			t.Fatalf("restoring: %s%s%v", out, complaints, err)
		}
		migrate := commandAsOwner(t, home, "migrate", "--data", home)
		if out, err := migrate.CombinedOutput(); err != nil {
			t.Errorf("the account that owns the folder cannot use it: %s%v", out, err)
		}
	}
}

func commandAsOwner(t *testing.T, folder string, args ...string) *exec.Cmd {
	t.Helper()
	program := filepath.Join(folderOfOtherAccount(t), "axioma")
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, content, 0o755); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), program, args...)
	command.Env, command.Dir = []string{programVariable + "=1"}, folder
	if os.Geteuid() == 0 {
		account := uint32(ownerOf(t, folder))
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: account, Gid: account}}
	}
	return command
}
