//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// greenFile in git's folder names the last commit that passed all steps.
const greenFile = "axioma-green"

type tree struct {
	folder string // git's; may be empty
	commit string
	clean  bool
}

// workTree is empty without git: nothing is recorded.
func workTree(ctx context.Context) tree {
	folder, err := git(ctx, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return tree{}
	}
	commit, err := git(ctx, "rev-parse", "HEAD")
	if err != nil {
		return tree{}
	}
	changes, err := git(ctx, "status", "--porcelain")
	return tree{folder: folder, commit: commit, clean: err == nil && changes == ""}
}

// noteGreen records a commit that passed all steps. It skips runs with changed files.
func noteGreen(ctx context.Context, before tree) error {
	if !before.clean || workTree(ctx) != before {
		return nil
	}
	if err := os.WriteFile(filepath.Join(before.folder, greenFile), []byte(before.commit+"\n"), 0o644); err != nil {
		return fmt.Errorf("recording the commit that passed: %w", err)
	}
	return nil
}

func git(ctx context.Context, args ...string) (string, error) {
	return commandOutput(ctx, "git", args...)
}
