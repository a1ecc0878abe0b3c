package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"axioma/internal/backup"
	"axioma/internal/files"
)

const minFreeBytes = 64 << 20

func (e examination) checkDisk(ctx context.Context) []Finding {
	bytes, known := e.databaseSize(ctx)
	var findings []Finding
	if e.Database.URL == "" {
		if folder := absolutePath(e.Database.Folder); isFolder(folder) {
			findings = append(findings, checkFreeSpace(folder, "the data", minFreeBytes, 2*bytes,
				"the next upgrade copies the data first")...)
			findings = append(findings, e.checkFiles(folder, "data")...)
			findings = append(findings, checkWritable(folder)...)
		}
	}
	if folder := e.Settings.BackupTo; isFolder(folder) {
		folder = absolutePath(folder)
		findings = append(findings, checkFreeSpace(folder, "the backups", backup.RequiredBytes(bytes), 4*bytes, "a week of backups grows")...)
		findings = append(findings, e.checkFiles(folder, "backups")...)
	}
	if len(findings) == 0 {
		return finding("disk", OK, "no data or backups on this machine", "")
	}
	if !known && e.Database.URL != "" {
		return append(findings, Finding{
			Subject: "disk", State: Attention, Detail: "the size of the database is unknown, so the space for a backup cannot be checked",
			ToDo: "Fix the database first.",
		})
	}
	return findings
}

func (e examination) databaseSize(ctx context.Context) (bytes int64, known bool) {
	if e.Database.URL == "" {
		bytes, err := fileSize(e.Database.Folder)
		return bytes, err == nil
	}
	server, err := e.database(ctx)
	return server.Bytes, err == nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return path != "" && err == nil && info.IsDir()
}

func checkFreeSpace(folder, content string, atOnce, futureBytes int64, reason string) []Finding {
	free, err := files.FreeBytes(folder)
	detail := fmt.Sprintf("%s free for %s in %s", formatBytes(free), content, folder)
	switch {
	case err != nil:
		return finding("disk", Fault, err.Error(), "Check that the disk is mounted and readable.")
	case free < atOnce:
		return finding("disk", Fault, detail+fmt.Sprintf("; %s are needed", formatBytes(atOnce)),
			"Free space on this disk now, or move to a larger one: without space visits are refused and backups fail.")
	case free < futureBytes:
		return finding("disk", Attention, detail+fmt.Sprintf("; %s and needs %s", reason, formatBytes(futureBytes)), "Free space on this disk before then.")
	}
	return finding("disk", OK, detail, "")
}

func checkWritable(folder string) []Finding {
	if err := checkWriteAccess(folder); err != nil {
		return finding("disk", Attention, "this account may not write to "+folder+": "+err.Error(),
			"If the server runs as this account, chown the folder to it. Otherwise run this as the server's account to be sure.")
	}
	return nil
}

func absolutePath(folder string) string {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return folder
	}
	return whole
}
