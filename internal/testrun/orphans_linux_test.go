package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSupervise_Orphans_AreCountedAndKilled(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	// The busy process is orphaned at once and outlives the step.
	busy := "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo $$ >" + pid + "; sleep 600"
	r, out := runSchedule(t, shellStep("leaves an orphan", "(sh -c '"+busy+"' & ) ; until [ -s "+pid+" ]; do sleep 0.01; done"))
	if r.failed() {
		t.Fatal(out)
	}
	number, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(number))); err == nil {
		t.Error("the orphan still runs")
	}
	if r.outcomes[0].cpu < 20*time.Millisecond {
		t.Errorf("the orphan's CPU time was not counted: only %s", r.outcomes[0].cpu)
	}
}
