use super::*;

const SIZE: Size = Size {
    width: 100.0,
    height: 40.0,
};

fn laid(count: usize, edges: &[(usize, usize)]) -> Layout {
    layout(&vec![SIZE; count], edges).expect("it is small")
}

/// Returns true if two nodes overlap.
fn overlap(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() < SIZE.width && (a.y - b.y).abs() < SIZE.height
}

fn check(layout: &Layout) {
    for (n, a) in layout.nodes.iter().enumerate() {
        assert!(a.x >= 0.0 && a.y >= 0.0, "{a:?}");
        assert!(a.x + SIZE.width <= layout.size.width);
        assert!(a.y + SIZE.height <= layout.size.height);
        for b in layout.nodes.iter().skip(n + 1) {
            assert!(!overlap(*a, *b), "{a:?} {b:?}");
        }
    }
}

#[test]
fn nothing_has_no_size() {
    let layout = laid(0, &[]);
    assert_eq!((layout.size.width, layout.nodes.len()), (0.0, 0));
}

#[test]
fn a_chain_is_straight() {
    let layout = laid(3, &[(0, 1), (1, 2)]);
    check(&layout);
    assert!(layout.nodes.iter().all(|node| node.x == layout.nodes[0].x));
    assert!(layout.nodes.is_sorted_by_key(|node| node.y));
    for way in &layout.edges {
        assert!(way.iter().all(|point| point.x == way[0].x), "{way:?}");
    }
}

#[test]
fn a_decision_has_two_sides_and_joins() {
    let layout = laid(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
    check(&layout);
    let nodes: [Point; 4] = layout.nodes[..].try_into().expect("four nodes");
    let [top, then, otherwise, join] = nodes;
    assert!(then.x < otherwise.x && then.y == otherwise.y);
    assert!((top.x - join.x).abs() < 1.0);
    assert!(top.y < then.y && then.y < join.y);
}

#[test]
fn loops_lead_back_on_the_left_and_do_not_share_lanes() {
    let layout = laid(3, &[(0, 1), (1, 2), (2, 0), (1, 1), (2, 1)]);
    check(&layout);
    let lanes: Vec<_> = layout.edges[2..].iter().map(|way| way[1].x).collect();
    for (n, lane) in lanes.iter().enumerate() {
        assert!(*lane < layout.nodes[0].x);
        assert!(!lanes[n + 1..].contains(lane), "{lanes:?}");
    }
}

#[test]
fn long_edges_avoid_nodes() {
    let layout = laid(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]);
    check(&layout);
    for point in &layout.edges[3][1..] {
        let inside = |node: &Point| {
            (node.x..node.x + SIZE.width).contains(&point.x)
                && (node.y + 1.0..node.y + SIZE.height - 1.0).contains(&point.y)
        };
        assert!(!layout.nodes.iter().any(inside), "{layout:?}");
    }
}

#[test]
fn edges_of_wrong_nodes_and_of_too_many_layers() {
    let layout = laid(1, &[(0, 7), (9, 0)]);
    assert_eq!(layout.nodes.len(), 1);
    let count = 2000;
    let chain = (1..count).map(|n| (n - 1, n));
    let far = (0..count - 1).map(|n| (n, count - 1));
    let edges: Vec<_> = chain.chain(far).collect();
    assert!(layout_of(count, &edges).is_none());
}

fn layout_of(count: usize, edges: &[(usize, usize)]) -> Option<Layout> {
    layout(&vec![SIZE; count], edges)
}
