package service_test

import "pgregory.net/rapid"

// seal seals everything. Nothing that the program does may look changed by hand.
func (m *machine) seal(t *rapid.T) { m.shop.Town.MustMatchChains(t) }
