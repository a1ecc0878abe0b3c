//go:build linux

package main

import "testing"

func TestWithRow_KnownOrNewTrial_HasOneRow(t *testing.T) {
	t.Parallel()
	const head = "# Figures\n\n| trial | result |\n| --- | --- |\n"
	first := withRow(head, "kills", "| kills | 1 |")
	if want := head + "| kills | 1 |\n"; first != want {
		t.Errorf("a new row: got\n%s\nwant\n%s", first, want)
	}
	if got, want := withRow(first+"| cuts | 2 |\n", "kills", "| kills | 3 |"), head+"| kills | 3 |\n| cuts | 2 |\n"; got != want {
		t.Errorf("a known row: got\n%s\nwant\n%s", got, want)
	}
}
