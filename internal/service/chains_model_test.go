package service_test

import "pgregory.net/rapid"

// seal seals everything. What the program does must not look like a change by hand.
func (m *machine) seal(t *rapid.T) { m.shop.Town.MustMatchChains(t) }
