package database

import "testing"

func TestEveryLaneHasItsShareOfTheConnections(t *testing.T) {
	for connections := FewestConnections; connections <= 200; connections++ {
		s := shareOut(connections)
		if sum := s.looks + s.reads + s.writes + postgresReports + postgresExports; sum != connections {
			t.Errorf("of %d connections %d are shared out", connections, sum)
		}
		for name, share := range map[string]int{
			"looks": s.looks, "reads": s.reads, "reads of one": s.readsEach, "writes": s.writes, "writes of one": s.writesEach,
		} {
			if share < 1 {
				t.Errorf("of %d connections %d are for %s", connections, share, name)
			}
		}
		if s.readsEach >= s.reads || s.writesEach >= s.writes {
			t.Errorf("of %d connections one business may have all: %+v", connections, s)
		}
	}
	if _, err := Open(t.Context(), Place{URL: "postgres://nobody@127.0.0.1:1/none", Connections: FewestConnections - 1}, Options{}); err == nil {
		t.Error("fewer connections than lanes were taken")
	}
}
