package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

type file struct {
	path string
	info fs.FileInfo
}

// checkFiles requires that the owner can use the files and others cannot read them.
func (e examination) checkFiles(folder, content string) []Finding {
	root, err := filepath.EvalSymlinks(folder) // systemd's private folders are links
	if err != nil {
		return finding("disk", Fault, err.Error(), "Check that the disk is mounted and readable.")
	}
	files, unreadablePaths, err := listOwnFiles(root, e.Settings.HTTPS.Folder)
	if err != nil {
		return finding("disk", Fault, "the files in "+folder+" cannot be listed: "+err.Error(), "Check that the disk is mounted and readable.")
	}
	info, err := os.Stat(root)
	if err != nil {
		return finding("disk", Fault, err.Error(), "Check that the disk is mounted and readable.")
	}
	var foreign, lockedPaths, open []string
	for _, f := range files {
		switch {
		case !sameOwner(info, f.info):
			foreign = append(foreign, f.path)
		case !ownerMayUse(f.info):
			lockedPaths = append(lockedPaths, f.path)
		}
		if hasUnixModes() && f.info.Mode().Perm()&0o077 != 0 && mustBePrivate(f, content) {
			open = append(open, f.path)
		}
	}
	var findings []Finding
	if len(foreign) > 0 {
		findings = append(findings, Finding{
			Subject: "disk", State: Fault, Detail: listPaths(foreign) + " not belong to the account that owns " + folder + ": a server of that account cannot use " + pronoun(foreign),
			ToDo: "sudo chown " + formatOwner(info) + " " + quoteForShell(foreign),
		})
	}
	if len(lockedPaths) > 0 {
		findings = append(findings, Finding{
			Subject: "disk", State: Fault, Detail: "the account that owns " + folder + " may not read and write " + strings.Join(lockedPaths, ", "),
			ToDo: "sudo chmod u+rwX " + quoteForShell(lockedPaths),
		})
	}
	if len(open) > 0 {
		findings = append(findings, Finding{
			Subject: "disk", State: Attention, Detail: "other accounts of this machine can read " + strings.Join(open, ", ") + ", which contains the phones of all customers",
			ToDo: "sudo chmod go= " + quoteForShell(open) + encryptionAdvice(content),
		})
	}
	if len(unreadablePaths) > 0 {
		findings = append(findings, Finding{
			Subject: "disk", State: Attention, Detail: "this account cannot read " + strings.Join(unreadablePaths, ", "),
			ToDo: "Run this as the server's account, or with sudo.",
		})
	}
	return findings
}

func encryptionAdvice(content string) string {
	if content == "backups" {
		return "; or encrypt them: AXIOMA_BACKUP_FOR (docs/operate/backup.md)."
	}
	return ""
}

// mustBePrivate reports whether others must not read a file: all data and unencrypted backups.
func mustBePrivate(f file, content string) bool {
	if f.info.IsDir() {
		return false
	}
	return content != "backups" || strings.HasSuffix(f.path, ".db")
}

func isOwnFile(name string) bool {
	return strings.HasPrefix(name, "axioma.") || strings.HasPrefix(name, "axioma-") || strings.HasPrefix(name, "replaced-") || name == "certificates"
}

// listOwnFiles returns our files in root, and paths that it cannot read. It skips all others, such as staging
// folders.
func listOwnFiles(root, certificates string) (files []file, unreadablePaths []string, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if path == root {
			return err
		}
		if errors.Is(err, fs.ErrPermission) {
			unreadablePaths = append(unreadablePaths, path)
			return nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if filepath.Dir(path) == root && !isOwnFile(entry.Name()) && path != certificates {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile
		}
		if err == nil && (info.Mode().IsRegular() || info.IsDir()) {
			files = append(files, file{path, info})
		}
		return err
	})
	return files, unreadablePaths, err
}

func sameOwner(folder, file fs.FileInfo) bool {
	owner, _, known := ownerOf(folder)
	its, _, alsoKnown := ownerOf(file)
	return !known || !alsoKnown || owner == its
}

func ownerMayUse(info fs.FileInfo) bool {
	const file, folder = 0o600, 0o700
	if info.IsDir() {
		return info.Mode().Perm()&folder == folder
	}
	return !hasUnixModes() || info.Mode().Perm()&file == file
}

// formatOwner prefers names, for chown.
func formatOwner(info fs.FileInfo) string {
	owner, group, _ := ownerOf(info)
	name, its := strconv.Itoa(int(owner)), strconv.Itoa(int(group))
	if account, err := user.LookupId(name); err == nil {
		name = account.Username
	}
	if knownGroup, err := user.LookupGroupId(its); err == nil {
		its = knownGroup.Name
	}
	return name + ":" + its
}

func listPaths(paths []string) string {
	if len(paths) == 1 {
		return paths[0] + " does"
	}
	return fmt.Sprintf("%d files (%s) do", len(paths), strings.Join(paths, ", "))
}

func pronoun(paths []string) string {
	if len(paths) == 1 {
		return "it"
	}
	return "them"
}

func quoteForShell(paths []string) string {
	words := slices.Clone(paths)
	for i, path := range words {
		if strings.ContainsAny(path, " '\"\\$`&;|<>()*?[]#~!{}\t\n") {
			words[i] = "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
