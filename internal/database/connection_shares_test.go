package database

import "testing"

func TestDivideConnections_EveryBulkhead_GetsAShare(t *testing.T) {
	for connections := MinConnections; connections <= 200; connections++ {
		s := divideConnections(connections)
		if sum := s.lookups + s.reads + s.writes + postgresReports + postgresExports; sum != connections {
			t.Errorf("the shares of %d connections add up to %d, want exactly as many", connections, sum)
		}
		for name, share := range map[string]int{
			"lookups": s.lookups, "reads": s.reads, "reads of one": s.readsEach, "writes": s.writes, "writes of one": s.writesEach,
		} {
			if share < 1 {
				t.Errorf("of %d connections, %d are for %s, want at least 1", connections, share, name)
			}
		}
		if s.readsEach >= s.reads || s.writesEach >= s.writes {
			t.Errorf("one tenant may take all of %d connections: %+v; want readsEach less than %v and writesEach less than %v", connections, s, s.reads, s.writes)
		}
	}
	if _, err := Open(t.Context(), Location{URL: "postgres://user@127.0.0.1:1/none", Connections: MinConnections - 1}, Options{}); err == nil {
		t.Error("fewer than MinConnections were accepted")
	}
}
