package esdb

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
)

// errLeaderless says that the members of a cluster have not agreed on a leader.
var errLeaderless = errors.New("the cluster has no leader")

// discover asks all members of the cluster that the address names who its members are, and
// returns the address of the one to talk to, by the first answer that has one.
func (s *Store) discover(ctx context.Context) (string, error) {
	seeds := []string{s.conf.Address}
	if len(s.conf.GossipSeeds) > 0 {
		seeds = seeds[:0]
		for _, seed := range s.conf.GossipSeeds {
			seeds = append(seeds, seed.String())
		}
	}
	timeout := s.gossiping()
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, errSlow)
	defer cancel()
	type answer struct {
		node string
		err  error
	}
	answers := make(chan answer, len(seeds))
	for _, seed := range seeds {
		go func() {
			info, err := s.members(ctx, seed)
			var node string
			if err == nil {
				node, err = choose(info, s.conf.NodePreference)
			}
			if err != nil && !errors.Is(err, errLeaderless) {
				if err = s.unmasked(ctx, seed, err); len(seeds) > 1 {
					err = &nodeError{seed, err}
				}
			}
			answers <- answer{node, err}
		}()
	}
	var worst error
	for range seeds {
		a := <-answers // members ends with ctx
		if a.err == nil {
			return a.node, nil
		}
		if worst == nil || errors.Is(a.err, errLeaderless) || strings.HasSuffix(diagnose(worst).text, silent) {
			worst = a.err
		}
	}
	if strings.HasSuffix(diagnose(worst).text, silent) {
		s.mu.Lock()
		s.gossip = 2 * timeout // members that answer slowly are given more time
		s.mu.Unlock()
	}
	return "", worst
}

// gossiping is how long the members are given to answer: gossipTimeout at first, never more than
// any question.
func (s *Store) gossiping() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return min(max(s.gossip, time.Duration(s.conf.GossipTimeout)*time.Second), s.o.Answer)
}

// members asks one member for all.
func (s *Store) members(ctx context.Context, seed string) (*gossip.ClusterInfo, error) {
	transport, err := s.transport()
	if err != nil {
		return nil, err
	}
	conn, err := grpc.NewClient(seed, grpc.WithTransportCredentials(transport))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return gossip.NewGossipClient(conn).Read(ctx, &shared.Empty{})
}

// preferred are the states in which a member can be of use, the best first.
func preferred(p client.NodePreference) [][]gossip.MemberInfo_VNodeState {
	leader := []gossip.MemberInfo_VNodeState{gossip.MemberInfo_Leader}
	follower := []gossip.MemberInfo_VNodeState{gossip.MemberInfo_Follower}
	replica := []gossip.MemberInfo_VNodeState{gossip.MemberInfo_ReadOnlyReplica, gossip.MemberInfo_PreReadOnlyReplica, gossip.MemberInfo_ReadOnlyLeaderless}
	switch p {
	case client.NodePreferenceLeader:
		return [][]gossip.MemberInfo_VNodeState{leader}
	case client.NodePreferenceFollower:
		return [][]gossip.MemberInfo_VNodeState{follower, leader, replica}
	case client.NodePreferenceReadOnlyReplica:
		return [][]gossip.MemberInfo_VNodeState{replica, follower, leader}
	}
	return [][]gossip.MemberInfo_VNodeState{slices.Concat(leader, follower, replica)}
}

// choose picks the member to talk to.
func choose(info *gossip.ClusterInfo, p client.NodePreference) (string, error) {
	members := info.GetMembers()
	if p != client.NodePreferenceLeader {
		rand.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	for _, states := range preferred(p) {
		for _, m := range members {
			if m.GetIsAlive() && slices.Contains(states, m.GetState()) {
				at := m.GetHttpEndPoint()
				return net.JoinHostPort(at.GetAddress(), strconv.FormatUint(uint64(at.GetPort()), 10)), nil
			}
		}
	}
	return "", errLeaderless
}
